import { hash } from 'node:crypto'
import type { ROUND_KINDS, RoundResult } from '@aura/api/calls/battles/rounds'
import type { ErrorCode } from '@aura/api/errors'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import { type BattleState, lobbyClosesAt, SIDES, type Side, sideOf } from '../battle.rules.ts'

/** The rounds of a battle decided by knowledge: when each opens and closes, who wins it, and when the battle is decided. */

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const LOBBY_MS = ROUND_RULES.lobbySeconds * SECOND_MS
const ANSWER_MS = ROUND_RULES.answerSeconds * SECOND_MS

export type BySide<T> = Record<Side, T>

/** A question as it is committed to: its JSON text is hashed, stored and shown in the receipt. */
export interface SealedQuestion {
  lessonId: string
  questionId: string
  kind: (typeof ROUND_KINDS)[number]
  text: string
  options: string[]
  /** Indexes of the right options, ascending. */
  right: number[]
  explanation: string
  optionExplanations: string[]
  lesson: { title: string; paragraph: number }
}

export interface GivenAnswer {
  /** Indexes of options, ascending. */
  choice: number[]
  at: Date
  /** What was taken off for the person's line. */
  roundTripMs: number
}

export interface RoundState {
  number: number
  isSuddenDeath: boolean
  sealed: string
  salt: string
  commitment: string
  opensAt: Date
  /** When it opened; null before. */
  openedAt: Date | null
  closesAt: Date | null
  closedAt: Date | null
  interruptedAt: Date | null
  answers: BySide<GivenAnswer | null>
  result: RoundResult | null
}

/** Returns the time from which participants can be ready. */
export const readyFrom = ({ startsAt }: Pick<BattleState, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - ROUND_RULES.readyMinutesBefore * MINUTE_MS)

/** Returns whether somebody is ready. Before the start it lapses after a minute: they may have left since. */
export function isReady(
  { startsAt }: Pick<BattleState, 'startsAt'>,
  readyAt: Date | null | undefined,
  at: Date,
): boolean {
  if (!readyAt) return false
  return readyAt.getTime() > Math.min(at.getTime(), startsAt.getTime()) - LOBBY_MS
}

export function readyRefusal(
  battle: BattleState,
  userId: string,
  { at, hasBegun }: { at: Date; hasBegun: boolean },
): ErrorCode | undefined {
  if (battle.bestOf === null) return 'BATTLE_NOT_ROUNDS'
  if (!sideOf(battle, userId)) return 'BATTLE_PARTICIPANTS_ONLY'
  if (battle.status === 'pending') return 'ROUNDS_NOT_READY_YET'
  if (hasBegun || !['accepted', 'cancellation_requested', 'active'].includes(battle.status)) return 'ROUNDS_BEGUN'
  return at < readyFrom(battle) ? 'ROUNDS_NOT_READY_YET' : undefined
}

/** Returns who is absent at the end of the lobby, or null if both are ready. */
export function absentOf(
  battle: Pick<BattleState, 'startsAt'>,
  readyAt: BySide<Date | null>,
  at: Date,
): BattleState['absent'] {
  const [challenger, opponent] = [isReady(battle, readyAt.challenger, at), isReady(battle, readyAt.opponent, at)]
  if (challenger) return opponent ? null : 'opponent'
  return opponent ? 'challenger' : 'both'
}

export const sealedText = (question: SealedQuestion): string => JSON.stringify(question)

export const questionOf = ({ sealed }: { sealed: string }): SealedQuestion => JSON.parse(sealed) as SealedQuestion

interface Committed {
  battleId: string
  number: number
  salt: string
  sealed: string
}

/** Returns the hash that is published before a round opens. The salt keeps the few questions there are from being tried. */
export const commitmentOf = ({ battleId, number, salt, sealed }: Committed): string =>
  hash('sha256', ['aura-battle-round/1', battleId, number, salt, sealed].join('\n'))

/** Returns whether the choice fits the question's form. */
export const fitsQuestion = ({ kind, options }: SealedQuestion, choice: readonly number[]): boolean =>
  choice.length > 0 &&
  new Set(choice).size === choice.length &&
  choice.every((index) => Number.isInteger(index) && index >= 0 && index < options.length) &&
  (kind === 'choose-all' || choice.length === 1)

export const isRight = ({ right }: SealedQuestion, choice: readonly number[]): boolean =>
  right.length === choice.length && right.every((index) => choice.includes(index))

/** Pings that a round trip follows from, and the fewest that prove one. */
export const PINGS = { kept: 9, fewest: 3 }

/** By which the median may exceed the fastest reply. */
const JITTER_MS = 100

/**
 * Returns the round trip to take off answers, in milliseconds: the median of the pings, at most `JITTER_MS` above the
 * fastest, so that delaying some replies gains nothing, and at most the limit. 0 with too few pings. Who delays every
 * reply is taken for somebody with a slow line, as far as the limit.
 */
export function roundTripOf(pings: readonly number[]): number {
  if (pings.length < PINGS.fewest) return 0
  const sorted = pings.toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return Math.min(median, (sorted[0] ?? 0) + JITTER_MS, ROUND_RULES.maxRoundTripMs)
}

/** Returns the milliseconds that an answer took, without its way. */
export const tookMs = ({ at, roundTripMs }: Pick<GivenAnswer, 'at' | 'roundTripMs'>, openedAt: Date): number =>
  Math.max(0, at.getTime() - openedAt.getTime() - roundTripMs)

/** Returns whether an answer came in time; that it travelled for long costs nobody their answer. */
export const isInTime = (answer: Pick<GivenAnswer, 'at' | 'roundTripMs'>, openedAt: Date): boolean =>
  answer.at >= openedAt && tookMs(answer, openedAt) <= ANSWER_MS

/** Returns when an open round is closed: once no answer can be in time any more. */
export const closeDueAt = (closesAt: Date): Date => new Date(closesAt.getTime() + ROUND_RULES.maxRoundTripMs)

export const closesAtOf = (openedAt: Date): Date => new Date(openedAt.getTime() + ANSWER_MS)

/** Returns a round's result. Both right: the faster by more than `shareMs` wins, else they share it. */
export function resultOf(round: Pick<RoundState, 'sealed' | 'openedAt' | 'answers' | 'interruptedAt'>): RoundResult {
  const { openedAt, answers, interruptedAt } = round
  if (interruptedAt || !openedAt) return 'interrupted'
  const question = questionOf(round)
  const rightMs = (answer: GivenAnswer | null) =>
    answer && isRight(question, answer.choice) ? tookMs(answer, openedAt) : null
  return pointFor({ challenger: rightMs(answers.challenger), opponent: rightMs(answers.opponent) })
}

/** Returns who has the point, by the time of right answers; null for those that weren't right. */
export function pointFor({ challenger, opponent }: BySide<number | null>): RoundResult {
  if (challenger === null) return opponent === null ? 'nobody' : 'opponent'
  if (opponent === null) return 'challenger'
  if (Math.abs(opponent - challenger) <= ROUND_RULES.shareMs) return 'shared'
  return opponent > challenger ? 'challenger' : 'opponent'
}

export interface Standing {
  points: BySide<number>
  /** What comes after these rounds. */
  next: 'round' | 'sudden-death' | 'over' | 'called-off'
}

/**
 * Returns the points after these results, and what follows. A battle is over once the lead can't be caught up, or after
 * a decided round of sudden death; with none decided it is a draw. Interrupted rounds are repeated, a few times at most.
 */
export function standingOf(bestOf: BestOf, results: readonly RoundResult[]): Standing {
  const scored = (side: Side) => results.filter((result) => result === side || result === 'shared').length
  const points = { challenger: scored('challenger'), opponent: scored('opponent') }
  const interrupted = results.filter((result) => result === 'interrupted').length
  const left = bestOf - (results.length - interrupted)
  const lead = Math.abs(points.challenger - points.opponent)
  const isOver = left > 0 ? lead > left : lead > 0 || left <= -ROUND_RULES.suddenDeath
  if (isOver) return { points, next: 'over' }
  if (interrupted >= ROUND_RULES.interruptions) return { points, next: 'called-off' }
  return { points, next: left > 0 ? 'round' : 'sudden-death' }
}

/** Returns right answers in a row, up to the last closed round. Interrupted rounds neither add nor end one. */
export function streakOf(closed: readonly RoundState[], side: Side): number {
  let streak = 0
  for (const round of closed.toReversed()) {
    if (round.result === 'interrupted') continue
    const answer = round.answers[side]
    if (!answer || !isRight(questionOf(round), answer.choice)) break
    streak += 1
  }
  return streak
}

/** Returns the order in which a side sees the options: entry i is the index of the option at place i. Lines keep theirs. */
export function orderOf(salt: string, side: Side, { kind, options }: SealedQuestion): number[] {
  const places = options.map((_, index) => index)
  if (kind === 'point-at-line') return places
  const rankOf = (index: number) => hash('sha256', `${salt}/${side}/${index}`)
  return places
    .map((index) => ({ index, rank: rankOf(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ index }) => index)
}

export type RoundsStep = 'none' | 'draw' | 'walkover' | 'absence' | 'open' | 'close' | 'finish'

export const explainedAt = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + ROUND_RULES.explainSeconds * SECOND_MS)

/** Returns what to do with an active battle of rounds now, and if nothing, when to look again. */
export function nextStep(
  battle: Pick<BattleState, 'startsAt'>,
  { rounds, readyAt, at }: { rounds: readonly RoundState[]; readyAt: BySide<Date | null>; at: Date },
): { step: RoundsStep; dueAt: Date } {
  const last = rounds.at(-1)
  const when = (step: RoundsStep, dueAt: Date) => ({ step: at >= dueAt ? step : ('none' as const), dueAt })
  if (!last) {
    const absent = absentOf(battle, readyAt, at)
    if (absent === null) return { step: 'draw', dueAt: at }
    return when(absent === 'both' ? 'absence' : 'walkover', lobbyClosesAt(battle))
  }
  if (!last.openedAt || !last.closesAt) return when('open', last.opensAt)
  if (last.closedAt) return when('finish', explainedAt(last.closedAt))
  const isAnswered = SIDES.every((side) => last.answers[side] !== null)
  if (isAnswered || last.interruptedAt) return { step: 'close', dueAt: at }
  return when('close', closeDueAt(last.closesAt))
}
