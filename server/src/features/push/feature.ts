import type { Feature } from '#platform/feature'
import { pushesDue } from './pushes-due.ts'
import { pushRoutes } from './routes.ts'
import { pushPersonal } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Push subscriptions per person; the least recently used is dropped. */
    pushBrowsers: number
  }
}

/** Notifications in browsers where Aura is closed. */
export const pushFeature = {
  name: 'push',
  routes: pushRoutes,
  jobs: { pushes: pushesDue },
  personalData: pushPersonal,
  database: {
    provides: ['queue_pushes'],
    reads: { notifications: ['notifications'], platform: ['sessions'] },
  },
} as const satisfies Feature
