import type { FastifyInstance } from 'fastify'
import { seedReach } from '#features/trust'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { listPlaces } from './list-places.ts'
import { ownPlaces, standBy, takeBack } from './stand-by.ts'

export function standingRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  route(app, ctx, 'GET /api/places', ({ userId }) => ownPlaces(ctx, userId))

  route(app, ctx, 'PUT /api/places/:id', ({ userId, params, body }) =>
    standBy(ctx, { giverId: userId, receiverId: params.id, line: body.line }),
  )

  route(app, ctx, 'DELETE /api/places/:id', async ({ userId, params }) => {
    await takeBack(ctx, { giverId: userId, receiverId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/users/:id/places', ({ userId, params, query }) =>
    listPlaces(ctx, features, { userId: params.id, viewerId: userId ?? null, after: query.after }),
  )

  route(app, ctx, 'GET /api/admin/seeds', () => seedReach(ctx, features))
}
