import { LeaderboardType } from '@aura/api/calls/leaderboard'
import { firstRankingPage, laterRankingPage } from '@aura/api/ranking-pages'
import type { Context } from '#platform/context'
import { liveAnswer, liveMarker } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { pageOf } from './rankings.ts'
import { statsOf } from './stats.ts'
import { lastTransfer } from './store.ts'

const KIND = 'leaderboard'

export const LEADERBOARD_TOPICS = LeaderboardType.options.map((type) => `${KIND}:${type}`)

/** First rows of each ranking and public figures. A viewer's own position is refetched when something moved. */
export const leaderboardLive = (ctx: Context): LiveSource => ({
  kind: KIND,
  access: 'everyone',
  read: async (id) => {
    const { success, data: type } = LeaderboardType.safeParse(id)
    if (!success) return null
    const moved = await lastTransfer(ctx.db)
    const first = firstRankingPage(type)
    return [
      liveAnswer('GET /api/stats', {}, await statsOf(ctx)),
      liveAnswer('GET /api/leaderboard/page', { query: first }, await pageOf(ctx, { ...first, after: undefined })),
      liveMarker('GET /api/leaderboard/page', { query: laterRankingPage(type) }, moved),
      liveMarker('GET /api/leaderboard/me', {}, moved),
    ]
  },
})
