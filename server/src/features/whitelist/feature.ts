import type { Feature } from '#platform/feature'
import { whitelistRoutes } from './routes.ts'
import { whitelistPersonal } from './tables.ts'

export const whitelistFeature = {
  name: 'whitelist',
  routes: whitelistRoutes,
  database: {
    reads: { profile: ['users'], wallets: ['wallets'] },
  },
  personalData: whitelistPersonal,
} as const satisfies Feature
