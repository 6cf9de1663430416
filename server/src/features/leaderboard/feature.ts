import type { Feature } from '#platform/feature'
import { leaderboardLive } from './live.ts'
import { leaderboardRoutes } from './routes.ts'

export const leaderboardFeature = {
  name: 'leaderboard',
  routes: leaderboardRoutes,
  live: [leaderboardLive],
} as const satisfies Feature
