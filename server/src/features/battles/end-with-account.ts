import type { Transfer } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { sideOf, TRANSITIONS, transitionTransfers } from './battle.rules.ts'
import { transfersOf } from './battle-transfers.ts'
import { stepNotices } from './notices.rules.ts'
import { notifyReminders } from './notify-reminders.ts'
import {
  type BattleRow,
  findNames,
  findPendingOf,
  insertSteps,
  lockContenders,
  lockPendingOf,
  updateBattles,
} from './store.ts'

/** The challenger withdraws, the opponent rejects. */
const stepOf = (battle: BattleRow, userId: string) =>
  sideOf(battle, userId) === 'challenger' ? ('withdraw' as const) : ('reject' as const)

/**
 * Locks every pending challenge of a person, sent or received, and everything that counts their battles: until the
 * transaction ends there are no others. Returns undefined when one was made meanwhile; begin anew then, in another
 * transaction.
 */
export async function lockPending(tx: Tx, userId: string): Promise<BattleRow[] | undefined> {
  const locked = await lockPendingOf(tx, userId)
  await lockContenders(tx, [userId])
  const ids = new Set(locked.map(({ id }) => id))
  const pending = await findPendingOf(tx, userId)
  return pending.every(({ id }) => ids.has(id)) ? pending : undefined
}

/** The transfers that return the stakes of these challenges, which the person withdraws or rejects. */
export const stakeReturns = (pending: readonly BattleRow[], userId: string): Transfer[] =>
  pending.flatMap((battle) => transfersOf(battle, transitionTransfers(stepOf(battle, userId), battle)))

/**
 * Ends these challenges for a person who deletes their account, after their stakes were returned, and tells the other
 * sides, by the name the account has now. Returns who else has to hear of it.
 */
export async function endPendingWithAccount(
  ctx: Context,
  tx: Tx,
  pending: readonly BattleRow[],
  userId: string,
): Promise<string[]> {
  const at = await databaseTime(tx, ctx.clock)
  const names = await findNames(
    tx,
    pending.flatMap(({ challengerId, opponentId }) => [challengerId, opponentId]),
  )
  const turns = pending.map((battle) => {
    const step = stepOf(battle, userId)
    return {
      step,
      after: { ...battle, status: TRANSITIONS[step].to },
      names: { challenger: names.get(battle.challengerId) ?? '', opponent: names.get(battle.opponentId) ?? '' },
    }
  })
  await updateBattles(
    tx,
    turns.map(({ after }) => ({ ...after, dueAt: null })),
  )
  await insertSteps(
    tx,
    turns.map(({ step, after }) => ({ battleId: after.id, step, actorId: null, requestKey: null, at })),
  )
  await insertNotifications(
    tx,
    ctx.clock,
    turns.flatMap(({ step, after, names }) => stepNotices(step, after, { names, actorId: null, times: 0 })),
  )
  const waiting = await notifyReminders(tx, ctx.clock, turns)
  return [
    ...pending.flatMap(({ challengerId, opponentId }) => [challengerId, opponentId]),
    ...[...waiting.values()].flat(),
  ]
}
