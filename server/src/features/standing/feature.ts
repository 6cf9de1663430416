import type { Feature } from '#platform/feature'
import { reportableLines } from './reportable-lines-store.ts'
import { standingRoutes } from './routes.ts'
import { standingPersonal, standingRetention } from './tables.ts'

/** Standing by people: a few public places, along which Trust flows. */
export const standingFeature = {
  name: 'standing',
  routes: standingRoutes,
  reportableText: reportableLines,
  notifications: { place_received: (id) => (id === null ? '/' : `/user/${id}`) },
  personalData: standingPersonal,
  retention: standingRetention,
  database: {
    provides: ['end_blocked_places'],
    reads: { streak: ['streaks'], profile: ['user_profiles'], follows: ['mutes'] },
    calls: { follows: ['are_blocked'] },
  },
} as const satisfies Feature
