import type { FastifyInstance } from 'fastify'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { findTop, sumUp } from './store.ts'

const TOP = 100

export function leaderboardRoutes(app: FastifyInstance, ctx: Context): void {
  const stats = prepared(ctx, ctx.limits.publicCacheMs, async () => {
    const { totalUsers, totalAura, activeBattles } = await sumUp(ctx.db)
    const averageAuraPerUser = totalUsers === 0 ? 0 : Math.floor(totalAura / totalUsers)
    return { totalUsers, totalAura, averageAuraPerUser, activeBattles }
  })
  route(app, ctx, 'GET /api/stats', stats)

  const top = prepared(ctx, ctx.limits.publicCacheMs, async () => {
    return findTop(ctx.db, TOP, await databaseTime(ctx.db, ctx.clock))
  })
  route(app, ctx, 'GET /api/leaderboard', top)
}
