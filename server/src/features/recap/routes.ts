import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { latestRecap, recapOf } from './read-recap.ts'

export function recapRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  route(app, ctx, 'GET /api/recap', ({ userId }) => latestRecap(ctx, features, userId))

  route(app, ctx, 'GET /api/recap/:week', ({ userId, params }) =>
    recapOf(ctx, features, { userId, monday: params.week }),
  )
}
