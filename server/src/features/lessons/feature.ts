import type { Feature } from '#platform/feature'
import { lessonsRoutes } from './routes.ts'
import { eraseLearner } from './store.ts'
import { lessonsPersonal } from './tables.ts'

export const lessonsFeature = {
  name: 'lessons',
  routes: lessonsRoutes,
  transferKinds: ['lesson_claim'],
  personalData: lessonsPersonal,
  erase: async (_ctx, tx, { userId }) => {
    await eraseLearner(tx, userId)
    return []
  },
  database: {
    provides: ['streaks'],
    reads: { profile: ['user_profiles'] },
  },
} as const satisfies Feature
