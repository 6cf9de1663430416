import type { FastifyInstance } from 'fastify'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { findTop, sumUp } from './store.ts'

const TOP = 100

export function leaderboardRoutes(app: FastifyInstance, ctx: Context): void {
  const stats = prepared(ctx, ctx.limits.publicCacheMs, async () => {
    const { totalUsers, totalAura } = await sumUp(ctx.db)
    const averageAuraPerUser = totalUsers === 0 ? 0 : Math.floor(totalAura / totalUsers)
    // Battles do not exist yet, so none is live.
    return { totalUsers, totalAura, averageAuraPerUser, activeBattles: 0 }
  })
  route(app, ctx, 'GET /api/stats', stats)

  const top = prepared(ctx, ctx.limits.publicCacheMs, async () => {
    const ranked = await findTop(ctx.db, TOP, await databaseTime(ctx.db, ctx.clock))
    return ranked.map((user) => ({ ...user, totalBattlesWon: 0 }))
  })
  route(app, ctx, 'GET /api/leaderboard', top)
}
