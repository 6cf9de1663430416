import type { Feature } from '#platform/feature'
import { peopleRoutes } from './routes.ts'

export const peopleFeature = {
  name: 'people',
  routes: peopleRoutes,
  database: {
    reads: {
      auth: ['x_accounts'],
      battles: ['battles'],
      leaderboard: ['rank_entries'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      lessons: ['learners'],
      profile: ['users'],
      vouching: ['vouches'],
      wallets: ['wallets'],
    },
  },
} as const satisfies Feature
