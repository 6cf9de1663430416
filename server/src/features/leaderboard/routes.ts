import { LeaderboardType } from '@aura/api/calls/leaderboard'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { publishRankChanges } from './publish-rank-changes.ts'
import { pageOf, positionReader, topOf } from './rankings.ts'
import { statsOf } from './stats.ts'

const TOP = 100

export function leaderboardRoutes(app: FastifyInstance, ctx: Context): void {
  const { publicCacheMs } = ctx.limits
  route(
    app,
    ctx,
    'GET /api/stats',
    prepared(ctx, publicCacheMs, () => statsOf(ctx)),
  )

  const tops = new Map(
    LeaderboardType.options.map((type) => [type, prepared(ctx, publicCacheMs, () => topOf(ctx, type, TOP))]),
  )
  route(app, ctx, 'GET /api/leaderboard', ({ query }) => (tops.get(query.type) as ReturnType<typeof prepared>)())

  const positionOf = positionReader(ctx)
  route(app, ctx, 'GET /api/leaderboard/me', ({ query, userId }) => positionOf(query.type, userId))

  route(app, ctx, 'GET /api/leaderboard/page', ({ query, userId }) =>
    pageOf(ctx, { type: query.type, after: query.after, limit: query.limit }, userId),
  )

  publishRankChanges(app, ctx)
}
