import type { Feature } from '#platform/feature'
import { whitelistRoutes } from './routes.ts'

export const whitelistFeature = {
  name: 'whitelist',
  routes: whitelistRoutes,
  database: {
    reads: { profile: ['users'] },
  },
} as const satisfies Feature
