import type { Feature } from '#platform/feature'
import { notificationsLive } from './live.ts'
import { pushesDue } from './pushes-due.ts'
import { notificationsRoutes } from './routes.ts'

export const notificationsFeature = {
  name: 'notifications',
  routes: notificationsRoutes,
  live: [notificationsLive],
  jobs: { pushes: pushesDue },
  database: {
    reads: { lessons: ['learners'], platform: ['sessions'], profile: ['users'] },
  },
} as const satisfies Feature
