import type { Feature } from '#platform/feature'
import { notificationsLive } from './live.ts'
import type { NotificationPaths } from './notification-path.ts'
import { notificationsRoutes } from './routes.ts'
import { deleteNotificationsOf } from './store.ts'
import { notificationsPersonal } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Its notification types, which are stored, and the page each opens. */
    readonly notifications?: NotificationPaths
  }
}

export const notificationsFeature = {
  name: 'notifications',
  routes: notificationsRoutes,
  live: [notificationsLive],
  personalData: notificationsPersonal,
  erase: (_ctx, tx, { userId }) => deleteNotificationsOf(tx, userId),
  database: {
    reads: { lessons: ['streaks'], profile: ['user_profiles'] },
  },
} as const satisfies Feature
