import type { Feature } from '#platform/feature'
import { lessonsRoutes } from './routes.ts'

export const lessonsFeature = {
  name: 'lessons',
  routes: lessonsRoutes,
  database: {
    reads: { profile: ['users'] },
  },
} as const satisfies Feature
