import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { appealTrust, judgeAppeal, lessTrust, readTrustAppeals } from './appeals.ts'
import { readCalculation, readRanking } from './read-trust.ts'

export function trustRoutes(app: FastifyInstance, ctx: Context): void {
  const { publicCacheMs } = ctx.limits
  route(
    app,
    ctx,
    'GET /api/trust',
    prepared(ctx, publicCacheMs, () => readCalculation(ctx)),
  )
  route(app, ctx, 'GET /api/trust/own', ({ userId }) => lessTrust(ctx, userId))
  route(app, ctx, 'POST /api/trust/appeals', async ({ userId, body }) => {
    await appealTrust(ctx, { userId, ...body })
    return lessTrust(ctx, userId)
  })
  route(
    app,
    ctx,
    'GET /api/trust/ranking',
    prepared(ctx, publicCacheMs, () => readRanking(ctx)),
  )
  route(app, ctx, 'GET /api/admin/trust-appeals', () => readTrustAppeals(ctx))
  route(
    app,
    ctx,
    'POST /api/admin/people/:id/trust-appeals/:aboutId/grant',
    async ({ params: { id, aboutId }, body: { reason }, userId }) => {
      await judgeAppeal(ctx, { userId: id, aboutId, answer: reason, isGranted: true, adminId: userId })
      return { ok: true as const }
    },
  )
  route(
    app,
    ctx,
    'POST /api/admin/people/:id/trust-appeals/:aboutId/reject',
    async ({ params: { id, aboutId }, body: { reason }, userId }) => {
      await judgeAppeal(ctx, { userId: id, aboutId, answer: reason, isGranted: false, adminId: userId })
      return { ok: true as const }
    },
  )
}
