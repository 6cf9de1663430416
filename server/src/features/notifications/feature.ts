import type { Feature } from '#platform/feature'
import { notificationsLive } from './live.ts'
import type { NotificationPaths } from './notification-path.ts'
import { pushesDue } from './pushes-due.ts'
import { notificationsRoutes } from './routes.ts'
import { deleteNotificationsOf } from './store.ts'
import { notificationsPersonal } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Its notification types, which are stored, and the page each opens. */
    readonly notifications?: NotificationPaths
  }
}

declare module '#platform/limits' {
  interface Limits {
    /** Push subscriptions per person; the least recently used is dropped. */
    pushBrowsers: number
  }
}

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
