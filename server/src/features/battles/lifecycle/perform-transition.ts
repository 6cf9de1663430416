import type { DeclineReason } from '@aura/api/decline-reasons'
import { refuseBlocked } from '#features/follows'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { acceptRefusal, type ParticipantTransition, transitionRefusal } from '../battle.rules.ts'
import { publishChanges } from '../publish-changes.ts'
import { type BattleRow, findPeople, lockBattle, lockContenders } from '../store.ts'
import { applyTransitions } from './apply-transitions.ts'
import { refusePairLimit } from './pair-limit.ts'
import { findByRequestKey } from './transition-store.ts'

interface Wanted {
  battleId: string
  userId: string
  transition: ParticipantTransition
  requestKey?: string | undefined
  /** Made by the server in the user's place: counts as theirs, but the history names nobody. */
  isOnBehalf?: boolean
  /** Of a rejection. */
  declineReason?: DeclineReason | undefined
}

/**
 * The time is read after the battle is locked, so of two concurrent transitions the second sees the first. A retry with
 * the same `requestKey` changes nothing and succeeds. Throws BATTLE_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, or the code of
 * the rule that refuses it.
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
    if (transition === 'accept') await checkAcceptance(ctx, tx, battle, at)
    const actorId = isOnBehalf ? null : userId
    return applyTransitions(tx, ctx.clock, [{ transition, battle, actorId, requestKey, declineReason }], { at })
  })
  publishChanges(ctx, changes)
}

/** Locks both contenders, so that accepting two battles at once can't exceed a limit. */
async function checkAcceptance(ctx: Context, tx: Tx, battle: BattleRow, at: Date): Promise<void> {
  const { challengerId, opponentId } = battle
  await lockContenders(tx, [challengerId, opponentId])
  await refuseBlocked(tx, { userId: opponentId, otherId: challengerId }, 'BATTLE_CREATOR_UNAVAILABLE')
  const ineligible = await findIneligible(ctx, tx, [challengerId, opponentId])
  if (ineligible.has(opponentId)) throw new AppError(ineligible.get(opponentId) ?? 'BETA_ACCESS_REQUIRED')
  if (ineligible.has(challengerId)) throw new AppError('BATTLE_CREATOR_UNAVAILABLE')
  const people = await findPeople(tx, [challengerId, opponentId], at)
  const refusal = acceptRefusal(
    battle,
    {
      availableAp: people.get(opponentId)?.apAvailable ?? 0,
      ownOpenBattles: people.get(opponentId)?.openBattles ?? 0,
      challengersOpenBattles: people.get(challengerId)?.openBattles ?? 0,
    },
    ctx.limits.battlesOpen,
  )
  if (refusal) throw new AppError(refusal)
  await refusePairLimit(ctx, tx, { pair: [challengerId, opponentId], stake: battle.stake, at, except: battle.id })
}
