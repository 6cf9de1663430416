import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { auraHistoryOf, battlesOf, profileOf, vouchesOf } from './people.ts'

export function peopleRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/users/:id', ({ params }) => profileOf(ctx, params.id))
  route(app, ctx, 'GET /api/users/:id/aura', ({ params }) => auraHistoryOf(ctx, params.id))
  route(app, ctx, 'GET /api/users/:id/battles', ({ params }) => battlesOf(ctx, params.id))
  route(app, ctx, 'GET /api/users/:id/vouches', ({ params, query }) => vouchesOf(ctx, params.id, query.direction))
}
