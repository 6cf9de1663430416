import type { Feature } from '#platform/feature'
import { auditLeagues } from './audit-leagues.ts'
import { closingsDue, resultsDue } from './close-leagues.ts'
import { leaguesRoutes } from './routes.ts'
import { seatsDue } from './seat-members.ts'
import { leaguesPersonal, leaguesRetention } from './tables.ts'

/** A week of learning among thirty people. */
export const leaguesFeature = {
  name: 'leagues',
  routes: leaguesRoutes,
  jobs: { league_seats: seatsDue, league_closings: closingsDue, league_results: resultsDue },
  notifications: { league_result: () => '/league' },
  pushes: { league_result: { urgency: 'low', hours: 3 * 24 } },
  audit: { holds: 'The leagues hold.', broken: 'The leagues are broken', run: auditLeagues },
  personalData: leaguesPersonal,
  retention: leaguesRetention,
  database: {
    provides: [
      'league_week',
      'league_week_start',
      'league_points',
      'league_lot',
      'score_league_entry',
      'score_learner',
    ],
    reads: { lessons: ['learning_moments'], streak: ['streaks'], profile: ['user_profiles'] },
  },
} as const satisfies Feature
