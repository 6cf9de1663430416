import type { Feature } from '#platform/feature'
import { adminLogRoutes } from './routes.ts'
import { adminLogPersonal } from './tables.ts'

export const adminLogFeature = {
  name: 'admin-log',
  routes: adminLogRoutes,
  personalData: adminLogPersonal,
  database: {
    reads: { profile: ['user_profiles'], wallets: ['user_wallets'] },
  },
} as const satisfies Feature
