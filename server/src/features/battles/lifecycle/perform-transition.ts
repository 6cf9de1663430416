import type { DeclineReason } from '@aura/api/decline-reasons'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type ParticipantTransition, transitionRefusal } from '../battle.rules.ts'
import { publishChanges } from '../publish-changes.ts'
import { lockBattle } from '../store.ts'
import { refuseAcceptance } from './acceptance.ts'
import { applyTransitions } from './apply-transitions.ts'
import { findByRequestKey } from './transition-store.ts'

interface Wanted {
  battleId: string
  userId: string
  transition: ParticipantTransition
  requestKey?: string | undefined
  /** Whether the server acts for the user: the transition counts as theirs, but the history names no actor. */
  isOnBehalf?: boolean
  /** Reason that the user chose for a rejection. */
  declineReason?: DeclineReason | undefined
}

/**
 * Performs a transition. The time is read after the battle is locked, so the second of two concurrent transitions sees
 * the first. A retry with the same `requestKey` changes nothing and succeeds. Throws BATTLE_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED, or the code of the rule that refuses it.
 */
export async function performTransition(ctx: Context, wanted: Wanted): Promise<void> {
  const changes = await ctx.db.tx(async (tx) => {
    const { battleId, userId, transition, requestKey, declineReason, isOnBehalf = false } = wanted
    const battle = await lockBattle(tx, battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const known = requestKey && (await findByRequestKey(tx, { actorId: userId, transition, requestKey }))
    if (known === battleId) return []
    if (known) throw new AppError('IDEMPOTENCY_KEY_REUSED')

    const at = await databaseTime(tx, ctx.clock)
    const refusal = transitionRefusal(transition, battle, userId, at)
    if (refusal) throw new AppError(refusal)
    if (transition === 'accept') await refuseAcceptance(ctx, tx, battle, at)
    const actorId = isOnBehalf ? null : userId
    return applyTransitions(tx, ctx.clock, [{ transition, battle, actorId, requestKey, declineReason }], { at })
  })
  publishChanges(ctx, changes)
}
