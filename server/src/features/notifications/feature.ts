import type { Feature } from '#platform/feature'
import { notificationsLive } from './live.ts'
import type { NotificationPaths } from './notification-path.ts'
import { notificationsRoutes } from './routes.ts'
import { deleteNotificationsOf } from './store.ts'
import { notificationsPersonal, notificationsRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Its notification types, which are stored, and the page that each opens. */
    readonly notifications?: NotificationPaths
  }
}

declare module '#platform/limits' {
  interface Limits {
    /** Retention of notifications, once read and otherwise. */
    readNotificationMs: number
    notificationMs: number
  }
}

export const notificationsFeature = {
  name: 'notifications',
  routes: notificationsRoutes,
  live: [notificationsLive],
  personalData: notificationsPersonal,
  retention: notificationsRetention,
  erase: (_ctx, tx, { userId }) => deleteNotificationsOf(tx, userId),
  database: { reads: { streak: ['streaks'], profile: ['user_profiles'] } },
} as const satisfies Feature
