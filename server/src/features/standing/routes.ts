import type { FastifyInstance } from 'fastify'
import { seedReach } from '#features/trust'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { listPlaces } from './list-places.ts'
import { reportedLines, reportLine, settleLine } from './report-line.ts'
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

  route(app, ctx, 'GET /api/users/:id/places', ({ userId, params }) =>
    listPlaces(ctx, features, { userId: params.id, viewerId: userId ?? null }),
  )

  route(app, ctx, 'PUT /api/users/:id/places/:giverId/report', async ({ userId, params: { id, giverId }, body }) => {
    await reportLine(ctx, { giverId, receiverId: id, reporterId: userId, reason: body.reason })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/place-lines', () => reportedLines(ctx))

  route(app, ctx, 'POST /api/admin/place-lines/:id/remove', async ({ params, body, userId }) => {
    await settleLine(ctx, { placeId: params.id, adminId: userId, removal: { reason: body.reason } })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/place-lines/:id/keep', async ({ params, userId }) => {
    await settleLine(ctx, { placeId: params.id, adminId: userId, removal: null })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/seeds', () => seedReach(ctx, features))
}
