import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { personViewing, viewingKeyOf } from '#platform/live/viewers'
import { battleExists, battleFinder } from '../find-battle.ts'
import { TapBudget } from './tap-budget.ts'

/** Registers presence, counted in memory from heartbeats and streams. Cheers are published, never stored. */
export function presenceRoutes(app: FastifyInstance, ctx: Context): void {
  const { viewers } = ctx.live
  const topic = (battleId: string) => `battle:${battleId}`
  const viewingKey = viewingKeyOf(ctx.settings.hashKey)
  const me = (userId: string) => personViewing(viewingKey, userId)

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

  const findBattle = battleFinder(ctx)
  const budget = new TapBudget(ctx.limits.taps)
  route(app, ctx, 'POST /api/battles/:id/react', async ({ params, body: { participantId, taps }, userId }) => {
    const battle = await findBattle(params.id)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    if (battle.status !== 'active') throw new AppError('BATTLE_NOT_ACTIVE')
    if (participantId !== battle.challengerId && participantId !== battle.opponentId) {
      throw new AppError('REACTION_TO_OUTSIDER')
    }
    const retryAfterMs = budget.waitMs(userId, taps, ctx.clock.elapsedMs())
    if (retryAfterMs > 0) throw new AppError('RATE_LIMITED', { data: { retryAfterMs } })
    ctx.live.signal(topic(params.id), participantId, taps)
    return { ok: true as const }
  })
}
