import type { Feature } from '#platform/feature'
import type { HourlyNews } from './hourly-news.ts'
import { remindersDue } from './remind.ts'
import { registerSent } from './reminder-metrics.ts'
import { hourlyEndsAt, lastCallEndsAt } from './rounds.ts'
import { remindersRoutes } from './routes.ts'
import { remindersPersonal, remindersRetention } from './tables.ts'
import { usualHoursDue } from './usual-hours.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Other news that people get at the hour of their reminder, in the transaction of its round. */
    readonly hourlyNews?: HourlyNews
  }
}

/** Reminders of a day that is still open. */
export const remindersFeature = {
  name: 'reminders',
  routes: remindersRoutes,
  jobs: { reminders: remindersDue, usualHours: usualHoursDue },
  metrics: [registerSent],
  notifications: { day_reminder: () => '/', streak_reminder: () => '/' },
  pushes: { streak_reminder: { urgency: 'high' } },
  expiringPushes: { day_reminder: hourlyEndsAt, streak_reminder: lastCallEndsAt },
  personalData: remindersPersonal,
  retention: remindersRetention,
  database: {
    provides: ['follow_learner', 'follow_learner_zone', 'close_reminders'],
    reads: { streak: ['streaks'], profile: ['user_profiles'] },
    writes: { notifications: ['notifications'], push: ['push_messages'] },
  },
} as const satisfies Feature
