import { postTransfers } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import {
  acceptRefusal,
  nextDue,
  type ParticipantTransition,
  stepRefusal,
  TRANSITIONS,
  transitionTransfers,
} from './battle.rules.ts'
import { transfersOf } from './battle-transfers.ts'
import { stepNotices } from './notices.rules.ts'
import { notifyReminders } from './notify-reminders.ts'
import { publishChanges } from './publish-changes.ts'
import {
  type BattleRow,
  countSteps,
  findNames,
  findPeople,
  findStep,
  insertSteps,
  lockBattle,
  lockContenders,
  updateBattles,
} from './store.ts'

/**
 * Accepting, rejecting, withdrawing, and asking for, taking back or approving a cancellation: whatever the rules let
 * this person do with this battle now. The battle's row is taken first, then the time is read: the clock decides, and
 * of two who come at once, one. A retry with the same `requestKey` changes nothing and succeeds. Throws the code that
 * says why not.
 */
export async function applyTransition(
  ctx: Context,
  {
    battleId,
    userId,
    step,
    requestKey,
  }: { battleId: string; userId: string; step: ParticipantTransition; requestKey?: string | undefined },
): Promise<void> {
  const taken = await ctx.db.tx(async (tx) => {
    const battle = await lockBattle(tx, battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const known = requestKey && (await findStep(tx, { actorId: userId, step, requestKey }))
    if (known === battleId) return undefined
    if (known) throw new AppError('IDEMPOTENCY_KEY_REUSED')

    const at = await databaseTime(tx, ctx.clock)
    const refusal = stepRefusal(step, battle, userId, at)
    if (refusal) throw new AppError(refusal)
    if (step === 'accept') await checkAcceptance(ctx, tx, battle, at)
    const waiting = await apply(ctx, tx, battle, { step, actorId: userId, requestKey, at })
    return { battle, waiting }
  })
  if (taken) publishChanges(ctx, taken.battle, taken.waiting)
}

/** Takes a step in a person's place who may not take it any more, as theirs but not by them. Throws as `applyTransition` does. */
export async function takeStepFor(
  ctx: Context,
  { battleId, userId, step }: { battleId: string; userId: string; step: 'withdraw' | 'reject' },
): Promise<void> {
  const taken = await ctx.db.tx(async (tx) => {
    const battle = await lockBattle(tx, battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const at = await databaseTime(tx, ctx.clock)
    const refusal = stepRefusal(step, battle, userId, at)
    if (refusal) throw new AppError(refusal)
    const waiting = await apply(ctx, tx, battle, { step, actorId: null, requestKey: undefined, at })
    return { battle, waiting }
  })
  publishChanges(ctx, taken.battle, taken.waiting)
}

/** The opponent's points and both limits, under a lock: accepting two battles at once counts them one after the other. */
async function checkAcceptance(ctx: Context, tx: Tx, battle: BattleRow, at: Date): Promise<void> {
  const { challengerId, opponentId } = battle
  await lockContenders(tx, [challengerId, opponentId])
  const noPart = await findIneligible(ctx, tx, [challengerId, opponentId])
  if (noPart.has(opponentId)) throw new AppError(noPart.get(opponentId) ?? 'BETA_ACCESS_REQUIRED')
  if (noPart.has(challengerId)) throw new AppError('BATTLE_CREATOR_UNAVAILABLE')
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
}

/** Answers who beside the participants is told. */
async function apply(
  ctx: Context,
  tx: Tx,
  battle: BattleRow,
  {
    step,
    actorId,
    requestKey,
    at,
  }: { step: ParticipantTransition; actorId: string | null; requestKey: string | undefined; at: Date },
): Promise<string[]> {
  const after: BattleRow = {
    ...battle,
    status: TRANSITIONS[step].to,
    cancellationRequestedBy: step === 'requestCancellation' ? actorId : null,
  }
  const usernames = await findNames(tx, [battle.challengerId, battle.opponentId])
  const names = {
    challenger: usernames.get(battle.challengerId) ?? '',
    opponent: usernames.get(battle.opponentId) ?? '',
  }
  const times = await countSteps(tx, battle.id, step)
  await updateBattles(tx, [{ ...after, dueAt: nextDue(after)?.at ?? null }])
  await insertSteps(tx, [{ battleId: battle.id, step, actorId, requestKey: requestKey ?? null, at }])
  await postTransfers(tx, ctx.clock, transfersOf(battle, transitionTransfers(step, battle)))
  const told = stepNotices(step, after, { names, actorId, times })
  await insertNotifications(
    tx,
    ctx.clock,
    told.filter((notice) => notice.userId !== actorId || step === 'approveCancellation'),
  )
  return (await notifyReminders(tx, ctx.clock, [{ step, after, names }])).get(battle.id) ?? []
}
