import type { Feature } from '#platform/feature'
import { calendarRoutes } from './routes.ts'
import { calendarPersonal, calendarRetention } from './tables.ts'

/** Battles in calendars and feed readers. */
export const calendarFeature = {
  name: 'calendar',
  routes: calendarRoutes,
  personalData: calendarPersonal,
  retention: calendarRetention,
  database: {
    reads: { profile: ['user_profiles'] },
  },
} as const satisfies Feature
