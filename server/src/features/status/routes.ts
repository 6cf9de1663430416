import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { readStatus } from './read-status.ts'

export function statusRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  route(
    app,
    ctx,
    'GET /api/status',
    prepared(ctx, ctx.limits.publicCacheMs, () => readStatus(ctx, features)),
  )
}
