import type { Feature } from '#platform/feature'
import { auditRanks } from './audit-ranks.ts'
import { followingDue } from './follow-ranks.ts'
import { leaderboardLive } from './live.ts'
import { leaderboardRoutes } from './routes.ts'
import { eraseRanks } from './store.ts'
import { leaderboardPersonal, leaderboardRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Retention of the boards of past weeks and months, which are not shown. */
    pastBoardsMs: number
    /** Milliseconds by which a rank may lag behind the transfers of others. */
    ranksLagMs: number
  }
}

export const leaderboardFeature = {
  name: 'leaderboard',
  routes: leaderboardRoutes,
  live: [leaderboardLive],
  jobs: { ranks: followingDue },
  audit: { holds: 'The ranks hold.', broken: 'The ranks are broken', run: auditRanks },
  personalData: leaderboardPersonal,
  retention: leaderboardRetention,
  erase: async (_ctx, tx, { userId }) => {
    await eraseRanks(tx, userId)
    return []
  },
  database: {
    provides: [
      'rank_week',
      'rank_month',
      'rank_shares',
      'rank_totals',
      'rank_bucket',
      'rank_bucket_end',
      'rank_block',
      'rank_block_end',
      'rank_steps',
      'rank_shifts',
      'count_ranks',
      'counted_transfers',
      'uncounted_transfers',
      'transfer_writers',
      'follow_ranks',
      'rank_newcomers',
      'forget_ranks',
      'rebuild_ranks',
    ],
    reads: {
      battles: ['battles'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      streak: ['streaks'],
      platform: ['trim_rounds'],
      profile: ['user_profiles', 'users'],
    },
  },
} as const satisfies Feature
