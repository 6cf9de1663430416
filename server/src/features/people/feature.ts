import type { Feature } from '#platform/feature'
import { peopleRoutes } from './routes.ts'

export const peopleFeature = {
  name: 'people',
  routes: peopleRoutes,
  database: {
    reads: {
      battles: ['battles'],
      leaderboard: ['rank_entries'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      lessons: ['streaks'],
      profile: ['user_profiles'],
      vouching: ['vouches'],
      wallets: ['user_wallets'],
      x: ['x_handles'],
    },
  },
} as const satisfies Feature
