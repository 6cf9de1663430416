import type { RoundResult } from '@aura/api/calls/battles/rounds'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import type { Side } from '../battle.rules.ts'
import {
  type BySide,
  closeDueAt,
  closesAtOf,
  explainedAt,
  type GivenAnswer,
  isRight,
  pointFor,
  questionOf,
  standingOf,
  tookMs,
} from '../rounds/rounds.rules.ts'

/** Practice of rounds: all of it follows from what was drawn at the start, the answers, and the time. */

/** Recorded or given: whether it was right, and how long it took. */
export interface TimedAnswer {
  isRight: boolean
  ms: number
}

export interface PracticeRound {
  /** A `SealedQuestion` as text. */
  sealed: string
  /** What the opponent is on record for; null against nobody. */
  recorded: TimedAnswer | null
  /** Whether that was the answer to another question. */
  isReplaced: boolean
  answer: GivenAnswer | null
}

export type StoredPracticeRound = Omit<PracticeRound, 'answer'> & {
  answer: (Omit<GivenAnswer, 'at'> & { at: string }) | null
}

export interface PracticeState {
  bestOf: BestOf
  startedAt: Date
  stoppedAt: Date | null
  rounds: readonly PracticeRound[]
}

export interface ClosedPracticeRound extends PracticeRound {
  number: number
  isSuddenDeath: boolean
  openedAt: Date
  closedAt: Date
  result: RoundResult
}

export interface PracticeTimeline {
  phase: 'countdown' | 'open' | 'reveal' | 'over'
  closed: ClosedPracticeRound[]
  /** The round that opens next, or is open. */
  ahead: { number: number; isSuddenDeath: boolean; opensAt: Date; closesAt: Date; round: PracticeRound } | null
  points: BySide<number>
  /** Whether the last round is closed. */
  isDecided: boolean
  winner: Side | null
}

const COUNTDOWN_MS = ROUND_RULES.countdownSeconds * 1_000
const ROUND_MS = (ROUND_RULES.answerSeconds + ROUND_RULES.explainSeconds) * 1_000 + ROUND_RULES.maxRoundTripMs
const MOST_ROUNDS = Math.max(...ROUND_RULES.bestOf) + ROUND_RULES.suddenDeath

/** Recorded answers to different questions that one can practise against. */
export const FEWEST_RECORDED = Math.min(...ROUND_RULES.bestOf)

/** A practice that was started longer ago is over. */
export const LONGEST_PRACTICE_MS = COUNTDOWN_MS + MOST_ROUNDS * ROUND_MS

/** Returns what the user did in a round, or null if nothing that counts. */
export function ownAnswer({ answer, sealed, openedAt }: Pick<ClosedPracticeRound, 'answer' | 'sealed' | 'openedAt'>) {
  if (!answer) return null
  return {
    choice: answer.choice,
    isRight: isRight(questionOf({ sealed }), answer.choice),
    ms: tookMs(answer, openedAt),
  }
}

/**
 * Returns where a practice stands. A round closes with the answer, else once none can be in time any more; the next one
 * opens when it is explained. Against nobody all questions are asked. A stopped practice is over, with what was closed.
 */
export function timelineOf(practice: PracticeState, now: Date): PracticeTimeline {
  const { stoppedAt } = practice
  if (!stoppedAt || stoppedAt > now) return runningTimeline(practice, now)
  return { ...runningTimeline(practice, stoppedAt), phase: 'over', ahead: null }
}

/** Returns the number of questions that had opened by then. */
export function shownCount(practice: PracticeState, now: Date): number {
  const { stoppedAt } = practice
  const { phase, closed } = runningTimeline(practice, stoppedAt && stoppedAt < now ? stoppedAt : now)
  return closed.length + (phase === 'open' ? 1 : 0)
}

function runningTimeline({ bestOf, startedAt, rounds }: PracticeState, at: Date): PracticeTimeline {
  const closed: ClosedPracticeRound[] = []
  let { points, next } = standingOf(bestOf, [])
  let opensAt = new Date(startedAt.getTime() + COUNTDOWN_MS)
  for (const [index, round] of rounds.entries()) {
    if (round.recorded && next === 'over') break
    const of = { number: index + 1, isSuddenDeath: index >= bestOf }
    const closesAt = closesAtOf(opensAt)
    const closedAt = round.answer?.at ?? closeDueAt(closesAt)
    if (at < closedAt) {
      const phase = at >= opensAt ? 'open' : index === 0 ? 'countdown' : 'reveal'
      return { phase, closed, ahead: { ...of, opensAt, closesAt, round }, points, isDecided: false, winner: null }
    }
    closed.push({ ...round, ...of, openedAt: opensAt, closedAt, result: practiceResult(round, opensAt) })
    const results = closed.map(({ result }) => result)
    ;({ points, next } = standingOf(bestOf, results))
    opensAt = explainedAt(closedAt)
  }
  const phase = at >= opensAt ? 'over' : 'reveal'
  return { phase, closed, ahead: null, points, isDecided: true, winner: winnerIn(points, rounds) }
}

function practiceResult(round: PracticeRound, openedAt: Date): RoundResult {
  const rightMs = (answer: TimedAnswer | null) => (answer?.isRight ? answer.ms : null)
  return pointFor({ challenger: rightMs(ownAnswer({ ...round, openedAt })), opponent: rightMs(round.recorded) })
}

function winnerIn({ challenger, opponent }: BySide<number>, rounds: readonly PracticeRound[]): Side | null {
  const isAlone = rounds.every(({ recorded }) => recorded === null)
  if (isAlone || challenger === opponent) return null
  return challenger > opponent ? 'challenger' : 'opponent'
}

/** Returns right answers in a row, up to the last closed round. */
export function streaksOf(closed: readonly ClosedPracticeRound[]): BySide<number> {
  const run = (isRight: (round: ClosedPracticeRound) => boolean) =>
    closed.length - 1 - closed.findLastIndex((round) => !isRight(round))
  return {
    challenger: run((round) => ownAnswer(round)?.isRight === true),
    opponent: run(({ recorded }) => recorded?.isRight === true),
  }
}

export interface Recording extends TimedAnswer {
  /** `lesson/question`. */
  question: string
  /** How it was worded then. */
  text: string
}

interface Drawable {
  name: string
  text: string
  /** When the user last met it, in milliseconds; 0 if never. */
  metAt: number
}

export interface Drawn {
  name: string
  recorded: TimedAnswer | null
  isReplaced: boolean
}

/**
 * Returns the questions of a practice against recorded answers, up to `most`: the recording's own ones where the user
 * may be asked them, least recently met first. Where those don't suffice for `least`, an answer that is left
 * stands against another question the user may be asked. `order` shuffles. Returns null if there are fewer than `least`.
 */
export function drawAgainst(
  recordings: readonly Recording[],
  pool: readonly Drawable[],
  { least, most, order }: { least: number; most: number; order: <T>(all: readonly T[]) => T[] },
): Drawn[] | null {
  const known = new Map(pool.map((each) => [each.name, each]))
  const isSame = ({ question, text }: Recording) => known.get(question)?.text === text
  const same = order(recordings.filter(isSame))
    .sort((a, b) => (known.get(a.question)?.metAt ?? 0) - (known.get(b.question)?.metAt ?? 0))
    .slice(0, most)
  const drawn = same.map(
    ({ question, isRight, ms }): Drawn => ({ name: question, recorded: { isRight, ms }, isReplaced: false }),
  )
  const left = order(recordings.filter((recording) => !isSame(recording)))
  const taken = new Set(drawn.map(({ name }) => name))
  const others = drawAlone(
    pool.filter(({ name }) => !taken.has(name)),
    { order },
  )
  while (drawn.length < least) {
    const [recording, other] = [left.pop(), others.pop()]
    if (!recording || !other) return null
    drawn.push({ name: other, recorded: { isRight: recording.isRight, ms: recording.ms }, isReplaced: true })
  }
  return order(drawn)
}

/** Returns names of the pool in the reverse of their turn: the last one was met least recently. */
function drawAlone(pool: readonly Drawable[], { order }: { order: <T>(all: readonly T[]) => T[] }): string[] {
  return order(pool)
    .sort((a, b) => b.metAt - a.metAt)
    .map(({ name }) => name)
}

/** Returns the questions of a practice against nobody, those met least recently, or null if there are too few. */
export function drawAgainstNobody(
  pool: readonly Drawable[],
  { count, order }: { count: number; order: <T>(all: readonly T[]) => T[] },
): Drawn[] | null {
  if (pool.length < count) return null
  const names = order(drawAlone(pool, { order }).slice(-count))
  return names.map((name) => ({ name, recorded: null, isReplaced: false }))
}
