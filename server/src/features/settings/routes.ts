import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { sessionToken } from '#platform/session/session'
import { endOne, endOthers, listSessions } from './sessions.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/user/sessions', ({ userId, request }) => listSessions(ctx, userId, sessionToken(request)))

  route(app, ctx, 'POST /api/user/sessions/:id/end', async ({ userId, params }) => {
    await endOne(ctx, userId, params.id)
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/user/sessions/end-others', async ({ userId, request }) => ({
    ended: await endOthers(ctx, userId, sessionToken(request)),
  }))
}
