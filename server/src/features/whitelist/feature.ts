import type { Feature } from '#platform/feature'
import { whitelistCommand } from './admin-command.ts'
import { whitelistRoutes } from './routes.ts'
import { whitelistPersonal, whitelistRetention } from './tables.ts'

export const whitelistFeature = {
  name: 'whitelist',
  routes: whitelistRoutes,
  adminCommands: [whitelistCommand],
  personalData: whitelistPersonal,
  retention: whitelistRetention,
  database: { reads: { profile: ['user_profiles'], wallets: ['user_wallets'] } },
} as const satisfies Feature
