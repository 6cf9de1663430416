import type { Feature } from '#platform/feature'
import { auditRatings } from './audit-ratings.ts'
import { presentRating } from './present.ts'
import { rateRounds } from './rate-rounds.ts'
import { ratingRoutes } from './routes.ts'
import { findRating } from './store.ts'
import { ratingPersonal, ratingRetention } from './tables.ts'

/** How well people do in battles of rounds, with how sure that is. No other number follows from it. */
export const ratingFeature = {
  name: 'rating',
  routes: ratingRoutes,
  roundsDecided: rateRounds,
  profileFields: async (db, userId, at) => ({ rating: presentRating(await findRating(db, userId, at)) }),
  audit: { holds: 'The ratings hold.', broken: 'The ratings are broken', run: auditRatings },
  personalData: ratingPersonal,
  retention: ratingRetention,
  database: {
    reads: {
      profile: ['user_profiles'],
      streak: ['streaks'],
    },
    calls: { identities: ['earlier_accounts'] },
  },
} as const satisfies Feature
