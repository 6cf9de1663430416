import type { Feature } from '#platform/feature'
import { adminLogRoutes } from './routes.ts'
import { adminLogPersonal, adminLogRetention } from './tables.ts'

export const adminLogFeature = {
  name: 'admin-log',
  routes: adminLogRoutes,
  personalData: adminLogPersonal,
  retention: adminLogRetention,
  database: { reads: { profile: ['user_profiles'], wallets: ['user_wallets', 'wallet_bindings'] } },
} as const satisfies Feature
