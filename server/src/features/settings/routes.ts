import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { endSession, sessionToken } from '#platform/session/session'
import { deleteAccount, deletionOutlook } from './delete-account.ts'
import { exportData } from './export-data.ts'
import { endOne, endOthers, listSessions } from './sessions.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/user/export', ({ userId, reply }) => {
    reply.header('content-disposition', 'attachment; filename="aura-data.json"')
    return exportData(ctx, userId)
  })

  route(app, ctx, 'GET /api/user/deletion', ({ userId }) => deletionOutlook(ctx, userId))

  route(app, ctx, 'POST /api/user/delete', async ({ userId, body, request, reply }) => {
    await deleteAccount(ctx, { userId, confirmation: body.confirmation })
    await endSession(ctx, request, reply)
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/user/sessions', ({ userId, request }) => listSessions(ctx, userId, sessionToken(request)))

  route(app, ctx, 'POST /api/user/sessions/:id/end', async ({ userId, params }) => {
    await endOne(ctx, userId, params.id)
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/user/sessions/end-others', async ({ userId, request }) => ({
    ended: await endOthers(ctx, userId, sessionToken(request)),
  }))
}
