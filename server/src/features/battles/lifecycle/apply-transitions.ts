import { isUpcoming } from '@aura/api/battle-statuses'
import type { DeclineReason } from '@aura/api/decline-reasons'
import { openBattleAccounts, postTransfers, type Transfer } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findUsernames } from '#features/profile'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import {
  afterTransition,
  type BattleTransition,
  dueAtOf,
  hasReceipt,
  isPlaying,
  nextDue,
  TRANSITIONS,
  transitionTransfers,
} from '../battle.rules.ts'
import { roundsMs } from '../creating/create.rules.ts'
import { acceptedRematch } from '../creating/rematch.rules.ts'
import { findGifterParts, findGifterSums, type GifterParts } from '../gifts/gift-store.ts'
import { refundTransfers } from '../gifts/gift-transfers.ts'
import { queueLeadHistories } from '../receipt/lead-history-store.ts'
import { takeReminders } from '../reminders/reminder-store.ts'
import { deleteSeats } from '../rounds/rounds-store.ts'
import type { BattleRow } from '../store.ts'
import { transfersOf } from './battle-transfers.ts'
import { type Notice, noticesOf } from './notices.rules.ts'
import { insertBattle, insertTransitions, updateBattles } from './transition-store.ts'

export interface Transition {
  transition: BattleTransition
  battle: BattleRow
  actorId: string | null
  requestKey?: string | undefined
  reason?: string | undefined
  declineReason?: DeclineReason | undefined
}

interface Applied extends Transition {
  after: BattleRow
}

export interface BattleChange {
  battle: BattleRow
  notifiedIds: string[]
}

/**
 * Applies transitions of different battles, already decided and locked by the caller: writes battles and history, moves
 * stakes and gifts, and sends notifications and reminders. The number of statements doesn't depend on the number of
 * battles. `isPosted`: the caller has posted the transfers. Returns the changes to publish after the commit. Throws the
 * errors of `postTransfers`.
 */
export async function applyTransitions(
  tx: Tx,
  clock: Clock,
  transitions: readonly Transition[],
  { at, isPosted = false }: { at: Date; isPosted?: boolean },
): Promise<BattleChange[]> {
  if (transitions.length === 0) return []
  const applied = transitions.map((each) => ({ ...each, after: stateAfter(each, at) }))
  await writeBattles(tx, applied, at)
  if (!isPosted) await postTransfers(tx, clock, await transfersOfAll(tx, applied))
  const notices = await findNotices(tx, applied)
  await insertNotifications(
    tx,
    clock,
    notices.map((notice) => ({ ...notice, isOwn: true })),
  )
  const noticesByBattle = Map.groupBy(notices, ({ relatedId }) => relatedId)
  return applied.map(({ after }) => ({
    battle: after,
    notifiedIds: (noticesByBattle.get(after.id) ?? []).map(({ userId }) => userId),
  }))
}

function stateAfter(change: Transition, at: Date): BattleRow {
  const after = afterTransition(change.battle, change)
  const { bestOf, startsAt } = after
  if (change.transition === 'accept' && after.rematchOf !== null) return { ...after, ...acceptedRematch(after, at) }
  if (bestOf === null) return after
  // Rounds are played from when the server starts them, and take as long as they take.
  if (change.transition === 'start')
    return { ...after, startsAt: at, endsAt: new Date(at.getTime() + roundsMs(bestOf)) }
  return hasReceipt(after) && change.battle.status === 'active' && at > startsAt
    ? // A gift of this millisecond was before the end.
      { ...after, endsAt: new Date(at.getTime() + 1) }
    : after
}

const historyOf =
  (at: Date) =>
  ({ battle, transition, actorId, requestKey }: Transition) => ({
    battleId: battle.id,
    transition,
    actorId,
    requestKey: requestKey ?? null,
    at,
  })

const idsOf = (applied: readonly Applied[]) => applied.map(({ battle }) => battle.id)

async function writeBattles(tx: Tx, applied: readonly Applied[], at: Date): Promise<void> {
  const isNew = ({ transition }: Applied) => TRANSITIONS[transition].from.length === 0
  for (const { after } of applied.filter(isNew)) await insertBattle(tx, after)
  const changed = applied.filter((each) => !isNew(each))
  if (changed.length > 0) {
    await updateBattles(
      tx,
      changed.map(({ after }) => ({ ...after, dueAt: dueAtOf(after) })),
    )
  }
  await insertTransitions(tx, applied.map(historyOf(at)))
  const ended = changed.map(({ after }) => after).filter(hasReceipt)
  if (ended.length > 0) await queueLeadHistories(tx, ended, at)
  const endedRounds = changed.filter(
    ({ after }) => after.bestOf !== null && nextDue(after) === undefined && !isPlaying(after),
  )
  if (endedRounds.length > 0) await deleteSeats(tx, idsOf(endedRounds))
  const started = applied.filter(({ transition }) => transition === 'start')
  if (started.length > 0) await openBattleAccounts(tx, idsOf(started))
}

async function transfersOfAll(tx: Tx, applied: readonly Applied[]): Promise<Transfer[]> {
  const refunded = new Map(
    applied
      .filter(({ transition, battle }) => TRANSITIONS[transition].gifts === 'to-givers' && battle.giftCount > 0)
      .map(({ battle }) => [battle.id, battle]),
  )
  const parts = refunded.size === 0 ? [] : await findGifterParts(tx, [...refunded.keys()])
  for (const { id, challengerSteeze, opponentSteeze } of refunded.values())
    assertWhole(id, parts, challengerSteeze + opponentSteeze)
  return [
    ...applied.flatMap(({ transition, battle }) => transfersOf(battle, transitionTransfers(transition, battle))),
    ...parts.flatMap((part) => refundTransfers(refunded.get(part.battleId) as BattleRow, part)),
  ]
}

/** Throws unless the parts add up to the total given, so that a refund leaves no giver out. */
function assertWhole(battleId: string, parts: readonly GifterParts[], given: number): void {
  const found = parts.reduce((sum, each) => sum + (each.battleId === battleId ? each.purchased + each.earned : 0), 0)
  if (found !== given) throw new Error(`battle ${battleId} has ${given} Steeze in gifts, of which ${found} were found`)
}

async function findNotices(tx: Tx, applied: readonly Applied[]): Promise<Notice[]> {
  const names = await findUsernames(
    tx,
    applied.flatMap(({ battle }) => [battle.challengerId, battle.opponentId]),
  )
  const gifted = applied.filter(
    ({ transition, battle }) => TRANSITIONS[transition].gifts !== 'stay' && battle.giftCount > 0,
  )
  const gifters = gifted.length === 0 ? [] : await findGifterSums(tx, idsOf(gifted))
  // Reminders are used up when the battle starts, or can no longer start.
  const decided = applied.filter(({ battle, after }) => isUpcoming(battle.status) && !isUpcoming(after.status))
  const reminders = decided.length === 0 ? [] : await takeReminders(tx, idsOf(decided))
  const [giftersByBattle, remindersByBattle] = [
    Map.groupBy(gifters, ({ battleId }) => battleId),
    Map.groupBy(reminders, ({ battleId }) => battleId),
  ]
  return applied.flatMap(({ transition, after, actorId }) =>
    noticesOf(transition, after, {
      names: { challenger: names.get(after.challengerId) ?? '', opponent: names.get(after.opponentId) ?? '' },
      actorId,
      gifters: giftersByBattle.get(after.id) ?? [],
      remindedIds: (remindersByBattle.get(after.id) ?? []).map(({ userId }) => userId),
    }),
  )
}
