import type { Feature } from '#platform/feature'
import { notificationsLive } from './live.ts'
import { pushesDue } from './pushes-due.ts'
import { notificationsRoutes } from './routes.ts'
import { deleteNotificationsOf } from './store.ts'
import { notificationsPersonal } from './tables.ts'

export const notificationsFeature = {
  name: 'notifications',
  routes: notificationsRoutes,
  live: [notificationsLive],
  jobs: { pushes: pushesDue },
  personalData: notificationsPersonal,
  erase: (_ctx, tx, { userId }) => deleteNotificationsOf(tx, userId),
  database: {
    reads: { lessons: ['streaks'], platform: ['sessions'], profile: ['user_profiles'] },
  },
} as const satisfies Feature
