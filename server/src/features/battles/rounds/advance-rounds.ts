import { ROUND_RULES } from '@aura/api/rules/rounds'
import { isAnyRestricted } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { BattleState } from '../battle.rules.ts'
import type { Transition } from '../lifecycle/apply-transitions.ts'
import type { BattleRow } from '../store.ts'
import { drawRound } from './draw-round.ts'
import {
  absentOf,
  type BySide,
  closeDueAt,
  closesAtOf,
  explainedAt,
  nextStep,
  type RoundsStep,
  resultOf,
  standingOf,
} from './rounds.rules.ts'
import { closeRound, findRounds, findSeats, openRound, type StoredRound, saveProgress } from './rounds-store.ts'

const COUNTDOWN_MS = ROUND_RULES.countdownSeconds * 1_000

/** Anybody can read these. */
const NEITHER_CAME = 'Neither was ready in time.'
const RESTRICTED = 'A participant can no longer take part.'
const INTERRUPTED = 'Aura was away too often during the rounds.'
const NO_QUESTION = 'There was no question left that neither has seen this week.'

interface Progress {
  /** The transition that ends the battle, for the caller to apply. */
  transition: Transition | undefined
  hasChanged: boolean
}

const UNCHANGED: Progress = { transition: undefined, hasChanged: false }
const CHANGED: Progress = { transition: undefined, hasChanged: true }

/**
 * Takes the step that an active battle of rounds, locked by the caller, is due for: opens or closes a round, draws the
 * next, or says how the battle ends. Everything follows from stored rows and the time, so any server goes on where
 * another stopped, and a step that was taken isn't due again.
 */
export async function advanceRounds(ctx: Context, tx: Tx, battle: BattleRow, at: Date): Promise<Progress> {
  const [rounds, seats] = [await findRounds(tx, battle.id), await findSeats(tx, battle.id)]
  const readyAt = { challenger: seats.challenger.readyAt, opponent: seats.opponent.readyAt }
  const { step, dueAt } = nextStep(battle, { rounds, readyAt, at })
  const last = rounds.at(-1)
  if (NEEDS_BOTH.includes(step) && (await isAnyRestricted(ctx, tx, [battle.challengerId, battle.opponentId])))
    return ended(callOff(battle, RESTRICTED))
  switch (step) {
    case 'none':
      await saveProgress(tx, battle.id, { points: pointsOf(battle), dueAt })
      return UNCHANGED
    case 'absence':
    case 'walkover':
      return ended(endOfLobby(battle, absentOf(battle, readyAt, at)))
    case 'draw':
      return beginRounds(ctx, tx, battle, at)
    case 'open':
      return open(tx, battle, last as StoredRound, at)
    case 'close':
      return close(ctx, tx, battle, { rounds, at })
    case 'finish':
      return ended(finish(battle, rounds))
  }
}

/** Steps that could cost a restricted participant the battle: they can neither get ready nor answer. */
const NEEDS_BOTH: readonly RoundsStep[] = ['walkover', 'draw', 'open', 'close']

const ended = (transition: Transition): Progress => ({ transition, hasChanged: true })

const pointsOf = ({ challengerPoints, opponentPoints }: BattleState): BySide<number> => ({
  challenger: challengerPoints,
  opponent: opponentPoints,
})

const callOff = (battle: BattleRow, reason: string): Transition => ({
  transition: 'void',
  battle,
  actorId: null,
  reason,
})

const endOfLobby = (battle: BattleRow, absent: BattleState['absent']): Transition =>
  absent === 'both'
    ? callOff({ ...battle, absent }, NEITHER_CAME)
    : { transition: 'settle', battle: { ...battle, absent }, actorId: null }

/** Draws the first round of a battle whose participants are both ready. */
export async function beginRounds(ctx: Context, tx: Tx, battle: BattleRow, at: Date): Promise<Progress> {
  const opensAt = new Date(at.getTime() + COUNTDOWN_MS)
  const isDrawn = await drawRound(ctx, tx, battle, { number: 1, isSuddenDeath: false, opensAt, at })
  if (!isDrawn) return ended(callOff(battle, NO_QUESTION))
  await saveProgress(tx, battle.id, { points: pointsOf(battle), dueAt: opensAt })
  return CHANGED
}

async function open(tx: Tx, battle: BattleRow, { number }: StoredRound, at: Date): Promise<Progress> {
  const closesAt = closesAtOf(at)
  await openRound(tx, battle.id, { number, openedAt: at, closesAt })
  await saveProgress(tx, battle.id, { points: pointsOf(battle), dueAt: closeDueAt(closesAt) })
  return CHANGED
}

/** Closes the open round, and draws the next one, which opens once this one was explained. */
export async function close(
  ctx: Context,
  tx: Tx,
  battle: BattleRow,
  { rounds, at }: { rounds: readonly StoredRound[]; at: Date },
): Promise<Progress> {
  const { bestOf } = battle
  const last = rounds.at(-1)
  if (!last || bestOf === null) throw new Error(`battle ${battle.id} has no round to close`)
  const result = resultOf(last)
  await closeRound(tx, battle.id, { number: last.number, closedAt: at, result })
  const { points, next } = standingOf(bestOf, [...rounds.flatMap((round) => round.result ?? []), result])
  const nextAt = explainedAt(at)
  if (next === 'round' || next === 'sudden-death') {
    const number = last.number + 1
    // Without a question left the battle is called off after this explanation.
    await drawRound(ctx, tx, battle, { number, isSuddenDeath: next === 'sudden-death', opensAt: nextAt, at })
  }
  await saveProgress(tx, battle.id, { points, dueAt: nextAt })
  return CHANGED
}

function finish(battle: BattleRow, rounds: readonly StoredRound[]): Transition {
  const results = rounds.flatMap(({ result }) => result ?? [])
  const { next } = standingOf(battle.bestOf ?? ROUND_RULES.defaultBestOf, results)
  if (next === 'over') return { transition: 'settle', battle, actorId: null }
  return callOff(battle, next === 'called-off' ? INTERRUPTED : NO_QUESTION)
}
