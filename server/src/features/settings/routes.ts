import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { loggingRefusal, securityLogOf } from '#platform/http/security/security-log'
import { browserHash } from '#platform/session/browser-cookie'
import { endSession, sessionToken } from '#platform/session/session'
import { deleteAccount, deletionOutlook } from './delete-account.ts'
import { exportData } from './export-data.ts'
import { personalTables } from './personal-tables.ts'
import { endOne, endOthers, listSessions } from './sessions.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  const tables = personalTables(features)

  const told = tables.flatMap(({ privacy = [] }) => privacy)
  route(app, ctx, 'GET /api/privacy', async () => told)

  /** Users with a download in progress. Only one each, because a slow download keeps its file on this disk. */
  const downloading = new Set<string>()
  route(app, ctx, 'GET /api/user/export', ({ userId, reply }) => {
    if (downloading.has(userId)) throw new AppError('RATE_LIMITED')
    downloading.add(userId)
    for (const end of ['finish', 'close']) reply.raw.once(end, () => downloading.delete(userId))
    reply.header('content-disposition', 'attachment; filename="aura-data.json"')
    return exportData(ctx, tables, userId)
  })

  route(app, ctx, 'GET /api/user/deletion', ({ userId }) => deletionOutlook(ctx, userId))

  route(app, ctx, 'POST /api/user/delete', async ({ userId, body, request, reply }) => {
    const { confirmation, proof } = body
    const refused = { kind: 'deletion-refused', userId } as const
    await loggingRefusal(ctx, request, refused, () =>
      deleteAccount(ctx, features, { userId, confirmation, proof, browserHash: browserHash(ctx, request) }),
    )
    await endSession(ctx, request, reply)
    securityLogOf(ctx, request)('fresh-proof-passed', { userId, purpose: 'delete-account' })
    securityLogOf(ctx, request)('account-deleted', { userId })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/user/sessions', ({ userId, request }) =>
    listSessions(ctx, userId, sessionToken(ctx, request)),
  )

  route(app, ctx, 'POST /api/user/sessions/:id/end', async ({ userId, params, request }) => {
    await endOne(ctx, userId, params.id)
    securityLogOf(ctx, request)('session-ended', { userId, ended: 1 })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/user/sessions/end-others', async ({ userId, request }) => {
    const ended = await endOthers(ctx, userId, sessionToken(ctx, request))
    if (ended > 0) securityLogOf(ctx, request)('session-ended', { userId, ended })
    return { ended }
  })
}
