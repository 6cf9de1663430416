import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { makeInvite, withdrawInvite } from './make-invite.ts'
import { readInvite, readOwn, readOwnInvite, readPersons, setExtra } from './read-invites.ts'

export function inviteRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/invites', ({ userId }) => readOwn(ctx, userId))
  route(app, ctx, 'POST /api/invites', async ({ userId, requestKey }) =>
    readOwnInvite(ctx, await makeInvite(ctx, { userId, requestKey })),
  )
  route(app, ctx, 'GET /api/invites/:id', ({ params, userId }) => readInvite(ctx, params.id, userId))
  route(app, ctx, 'POST /api/invites/:id/withdraw', async ({ params: { id }, userId }) => {
    await withdrawInvite(ctx, { id, userId })
    return readOwnInvite(ctx, id)
  })
  route(app, ctx, 'GET /api/admin/people/:id/invites', ({ params, userId }) =>
    readPersons(ctx, { userId: params.id, adminId: userId }),
  )
  route(app, ctx, 'PUT /api/admin/people/:id/invites', ({ params, body, userId }) =>
    setExtra(ctx, { userId: params.id, adminId: userId, ...body }),
  )
}
