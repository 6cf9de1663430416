import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { readCalculation, readRanking } from './read-trust.ts'
import { findRing } from './store.ts'

export function trustRoutes(app: FastifyInstance, ctx: Context): void {
  const { publicCacheMs } = ctx.limits
  route(
    app,
    ctx,
    'GET /api/trust',
    prepared(ctx, publicCacheMs, () => readCalculation(ctx)),
  )
  route(app, ctx, 'GET /api/trust/own', async ({ userId }) => ({ ring: await findRing(ctx.db, userId) }))
  route(
    app,
    ctx,
    'GET /api/trust/ranking',
    prepared(ctx, publicCacheMs, () => readRanking(ctx)),
  )
}
