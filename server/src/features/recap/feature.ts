import { hourlyEndsAt } from '#features/reminders'
import type { Feature } from '#platform/feature'
import { recapNews } from './recap-news.ts'
import { recapRoutes } from './routes.ts'

/** A summary of the past week, each Monday. */
export const recapFeature = {
  name: 'recap',
  routes: recapRoutes,
  hourlyNews: recapNews,
  notifications: { recap: (week) => (week === null ? '/recap' : `/recap/${week}`) },
  pushes: { recap: { urgency: 'low' } },
  expiringPushes: { recap: hourlyEndsAt },
  database: { reads: { notifications: ['notifications'], profile: ['user_profiles'] } },
} as const satisfies Feature
