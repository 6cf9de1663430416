import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { findRing } from './basis-store.ts'
import { readCalculation, readRanking } from './read-trust.ts'

export function trustRoutes(app: FastifyInstance, ctx: Context): void {
  const { publicCacheMs } = ctx.limits
  route(
    app,
    ctx,
    'GET /api/trust',
    prepared(ctx, publicCacheMs, () => readCalculation(ctx)),
  )
  route(app, ctx, 'GET /api/trust/own', async ({ userId }) => {
    const ring = await findRing(ctx.db, userId)
    return { ring: ring ? { accounts: ring.accounts, countsFrom: ring.countsFrom.toISOString() } : null }
  })
  route(
    app,
    ctx,
    'GET /api/trust/ranking',
    prepared(ctx, publicCacheMs, () => readRanking(ctx)),
  )
}
