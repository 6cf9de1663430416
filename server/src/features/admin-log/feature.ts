import type { Feature } from '#platform/feature'
import { adminLogRoutes } from './routes.ts'

export const adminLogFeature = {
  name: 'admin-log',
  routes: adminLogRoutes,
  database: {
    reads: { profile: ['users'] },
  },
} as const satisfies Feature
