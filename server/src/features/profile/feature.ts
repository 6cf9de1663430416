import type { Feature } from '#platform/feature'
import { profileRoutes } from './routes.ts'

export const profileFeature = {
  name: 'profile',
  routes: profileRoutes,
  database: {
    reads: { lessons: ['learners'], wallets: ['wallets'] },
  },
} as const satisfies Feature
