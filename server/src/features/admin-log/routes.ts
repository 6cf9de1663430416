import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { listActions } from './store.ts'

export function adminLogRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/admin/actions', async ({ query }) => {
    const actions = await listActions(ctx.db, { ...query, before: query.before ?? null })
    return actions.map(({ at, adminId, adminName, subject, ...action }) => ({
      ...action,
      at: at.toISOString(),
      admin: adminId === null ? null : { id: adminId, username: adminName },
      subject: action.subjectKind === 'wallet' ? getAddress(subject) : subject,
    }))
  })
}
