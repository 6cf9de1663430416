import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import type { battleReader } from '../read-battles.ts'
import { acceptLink } from './accept-link.ts'
import { createLink } from './create-link.ts'
import { listLinks, readLink } from './read-links.ts'
import { withdrawLink } from './withdraw-link.ts'

export function linkRoutes(app: FastifyInstance, ctx: Context, readBattle: ReturnType<typeof battleReader>): void {
  route(app, ctx, 'GET /api/challenge-links', ({ userId }) => listLinks(ctx, userId))
  route(app, ctx, 'GET /api/challenge-links/:id', ({ params, userId }) => readLink(ctx, params.id, userId))

  route(app, ctx, 'POST /api/challenge-links', async ({ body, userId, requestKey }) =>
    readLink(ctx, await createLink(ctx, { userId, form: body, requestKey }), userId),
  )
  route(app, ctx, 'POST /api/challenge-links/:id/accept', async ({ params, userId, requestKey }) =>
    readBattle(await acceptLink(ctx, { linkId: params.id, userId, requestKey }), userId),
  )
  route(app, ctx, 'POST /api/challenge-links/:id/withdraw', async ({ params, userId }) => {
    await withdrawLink(ctx, { linkId: params.id, userId })
    return readLink(ctx, params.id, userId)
  })
}
