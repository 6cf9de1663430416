import { LeaderboardType } from '@aura/api/calls/leaderboard'
import { firstRankingPage, laterRankingPage } from '@aura/api/ranking-pages'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { liveAnswer, liveMarker } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { boardAt } from './board.rules.ts'
import { pageOf } from './rankings.ts'
import { statsOf } from './stats.ts'
import { readRankState } from './store.ts'

const KIND = 'leaderboard'

export const LEADERBOARD_TOPICS = LeaderboardType.options.map((type) => `${KIND}:${type}`)

/** First rows of each ranking and public figures. One's own position is refetched when points or periods moved. */
export const leaderboardLive = (ctx: Context): LiveSource => ({
  kind: KIND,
  access: 'everyone',
  read: async (id) => {
    const { success, data: type } = LeaderboardType.safeParse(id)
    if (!success) return null
    // Read first, because it counts transfers: the state below must not be older than the rows.
    const stats = await statsOf(ctx)
    const at = await databaseTime(ctx.db, ctx.clock)
    // All rankings share this, because one marker covers a viewer's positions in all of them.
    const moved = [...LeaderboardType.options.map((each) => boardAt(each, at)), await readRankState(ctx.db)]
    const first = firstRankingPage(type)
    return [
      liveAnswer('GET /api/stats', {}, stats),
      liveAnswer('GET /api/leaderboard/page', { query: first }, await pageOf(ctx, { ...first, after: undefined })),
      liveMarker('GET /api/leaderboard/page', { query: laterRankingPage(type) }, moved),
      liveMarker('GET /api/leaderboard/me', {}, moved),
    ]
  },
})
