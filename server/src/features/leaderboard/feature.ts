import type { Feature } from '#platform/feature'
import { auditRanks } from './audit-ranks.ts'
import { leaderboardLive } from './live.ts'
import { leaderboardRoutes } from './routes.ts'
import { eraseRanks } from './store.ts'
import { leaderboardPersonal } from './tables.ts'

export const leaderboardFeature = {
  name: 'leaderboard',
  routes: leaderboardRoutes,
  live: [leaderboardLive],
  audit: { holds: 'The ranks hold.', broken: 'The ranks are broken', run: auditRanks },
  personalData: leaderboardPersonal,
  erase: async (_ctx, tx, { userId }) => {
    await eraseRanks(tx, userId)
    return []
  },
  database: {
    provides: [
      'rank_week',
      'rank_month',
      'rank_shares',
      'rank_bucket',
      'rank_bucket_end',
      'rank_block',
      'rank_block_end',
      'rank_steps',
      'rank_shifts',
      'count_ranks',
      'keep_ranks',
      'rank_newcomers',
      'forget_ranks',
      'rebuild_ranks',
    ],
    reads: {
      battles: ['battles'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      lessons: ['streaks'],
      profile: ['user_profiles', 'users'],
    },
  },
} as const satisfies Feature
