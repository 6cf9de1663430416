import type { FastifyInstance } from 'fastify'
import { battleExists } from '#features/battles/public'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { personViewing } from '#platform/live/viewers'

/**
 * Who watches a battle, as far as they say so themselves; an open live stream says it too. Kept in memory alone: a
 * heartbeat costs no statement, and one for a battle that there is not counts where nobody looks.
 */
export function presenceRoutes(app: FastifyInstance, ctx: Context): void {
  const { viewers } = ctx.live
  const topic = (battleId: string) => `battle:${battleId}`
  const me = (userId: string) => personViewing(ctx.settings.hashKey, userId)

  route(app, ctx, 'POST /api/battles/:id/join', async ({ params, userId }) => {
    if (!(await battleExists(ctx.db, params.id))) throw new AppError('BATTLE_NOT_FOUND')
    viewers.seen(topic(params.id), me(userId))
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/battles/:id/heartbeat', async ({ params, userId }) => {
    viewers.seen(topic(params.id), me(userId))
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/battles/:id/leave', async ({ params, userId }) => {
    viewers.left(topic(params.id), me(userId))
    return { ok: true as const }
  })
}
