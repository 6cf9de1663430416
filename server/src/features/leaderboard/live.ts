import { LeaderboardType } from '@aura/api/calls/leaderboard'
import type { Context } from '#platform/context'
import type { LiveSource } from '#platform/live/source'
import { pageOf } from './rankings.ts'
import { statsOf } from './stats.ts'
import { lastTransfer } from './store.ts'

const KIND = 'leaderboard'
/** The pages of the ranking as the leaderboard asks for them: the first, which is short, and those after it. */
const FIRST_PAGE = 30
const PAGE = 100

/** What is told of each ranking: `leaderboard:weekly`. */
export const LEADERBOARD_TOPICS = LeaderboardType.options.map((type) => `${KIND}:${type}`)

/**
 * The best of a ranking and the product's figures, for everybody who looks at them. What differs by viewer, their own
 * place and whom they have scrolled to, is theirs to ask for once something has moved.
 */
export const leaderboardLive = (ctx: Context): LiveSource => ({
  kind: KIND,
  access: 'everyone',
  read: async (id) => {
    const { success, data: type } = LeaderboardType.safeParse(id)
    if (!success) return null
    // Before the rest, so that a transfer in between is told again instead of never.
    const moved = await lastTransfer(ctx.db)
    return {
      '/api/stats': await statsOf(ctx),
      [`/api/leaderboard/page?type=${type}&limit=${FIRST_PAGE}`]: await pageOf(ctx, {
        type,
        after: undefined,
        limit: FIRST_PAGE,
      }),
      [`/api/leaderboard/page?type=${type}&limit=${PAGE}*`]: moved,
      '/api/leaderboard/me*': moved,
    }
  },
})
