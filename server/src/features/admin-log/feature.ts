import type { Feature } from '#platform/feature'
import { adminLogRoutes } from './routes.ts'
import { adminLogPersonal } from './tables.ts'

export const adminLogFeature = {
  name: 'admin-log',
  routes: adminLogRoutes,
  database: {
    reads: { profile: ['users'], wallets: ['wallets'] },
  },
  personalData: adminLogPersonal,
} as const satisfies Feature
