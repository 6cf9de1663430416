import type { Context } from '#platform/context'
import type { LiveSource } from '#platform/live/source'
import { topOf } from './rankings.ts'
import { statsOf } from './stats.ts'
import { lastMovement } from './store.ts'

export const LEADERBOARD_TOPIC = 'leaderboard'
export const TOP = 100

/** The best of all time and the product's figures, for everybody who looks at them. */
export const leaderboardLive = (ctx: Context): LiveSource => ({
  kind: LEADERBOARD_TOPIC,
  access: 'everyone',
  read: async (id) =>
    id === ''
      ? {
          '/api/stats': await statsOf(ctx),
          '/api/leaderboard': await topOf(ctx, 'all-time', TOP),
          // Everybody's own place is theirs to ask for, once something has moved.
          '/api/leaderboard/me*': await lastMovement(ctx.db),
        }
      : null,
})
