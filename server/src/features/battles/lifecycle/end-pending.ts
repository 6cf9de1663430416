import type { Transfer } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { sideOf, transitionTransfers } from '../battle.rules.ts'
import { type BattleRow, findPendingOf, lockContenders, lockPendingOf } from '../store.ts'
import { applyTransitions, type BattleChange } from './apply-transitions.ts'
import { transfersOf } from './battle-transfers.ts'
import { performTransition } from './perform-transition.ts'

const endingOf = (battle: BattleRow, userId: string) =>
  sideOf(battle, userId) === 'challenger' ? ('withdraw' as const) : ('reject' as const)

/** Ends and refunds the pending challenges of an ineligible user. Call after that commits. Safe to repeat. */
export async function endPendingChallenges(ctx: Context, userId: string): Promise<void> {
  const pending = await ctx.db.tx(async (tx) => {
    // A challenge being created either commits first and is found here, or starts later and is refused.
    await lockContenders(tx, [userId])
    return findPendingOf(tx, userId)
  })
  for (const battle of pending) {
    const wanted = { battleId: battle.id, userId, transition: endingOf(battle, userId), isOnBehalf: true }
    try {
      await performTransition(ctx, wanted)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}

/** Locks pending challenges and prevents new ones. Undefined if one was created meanwhile: retry in another tx. */
export async function lockPending(tx: Tx, userId: string): Promise<BattleRow[] | undefined> {
  const locked = await lockPendingOf(tx, userId)
  await lockContenders(tx, [userId])
  const ids = new Set(locked.map(({ id }) => id))
  const pending = await findPendingOf(tx, userId)
  return pending.every(({ id }) => ids.has(id)) ? pending : undefined
}

export const stakeReturns = (pending: readonly BattleRow[], userId: string): Transfer[] =>
  pending.flatMap((battle) => transfersOf(battle, transitionTransfers(endingOf(battle, userId), battle)))

/** Once `stakeReturns` are posted. Notifies the other sides under the placeholder name. Returns what to publish. */
export async function endPendingWithAccount(
  ctx: Context,
  tx: Tx,
  pending: readonly BattleRow[],
  userId: string,
): Promise<BattleChange[]> {
  const at = await databaseTime(tx, ctx.clock)
  const transitions = pending.map((battle) => ({ transition: endingOf(battle, userId), battle, actorId: null }))
  return applyTransitions(tx, ctx.clock, transitions, { at, isPosted: true })
}
