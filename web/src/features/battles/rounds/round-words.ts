import type { ClosedRound, OpenRound, RoundQuestion, Rounds } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import type { Side } from '../shared/battle-view.ts'
import type { SentAnswer } from './use-answer.ts'

/** What battles and practice have in common. */
export interface RoundsProgress extends Pick<Rounds, 'phase' | 'bestOf' | 'results'> {
  open: Pick<OpenRound, 'number' | 'isSuddenDeath' | 'question' | 'closesAt'> | null
  next: Pick<NonNullable<Rounds['next']>, 'number' | 'isSuddenDeath' | 'opensAt'> | null
}

export type SideKey = 'challenger' | 'opponent'
export const SIDE_KEYS = ['challenger', 'opponent'] as const

/** Returns the indexes of a question's options in the order in which somebody sees them. */
export const orderFor = (
  { orders, question }: Pick<OpenRound | ClosedRound, 'orders' | 'question'>,
  side: SideKey | null,
): readonly number[] => (side ? orders[side] : question.options.map((_, index) => index))

const HINTS: Record<RoundQuestion['kind'], string> = {
  'choose-one': '',
  'choose-all': 'Choose all that apply.',
  'point-at-line': 'Choose the line.',
}

/** Returns what to know before answering: how sudden death ends, and how to choose. */
export const hintOf = ({ isSuddenDeath, question }: Pick<OpenRound, 'isSuddenDeath' | 'question'>): string =>
  [isSuddenDeath && 'The next lead wins.', HINTS[question.kind]].filter(Boolean).join(' ')

export const roundName = (
  round: { number: number; isSuddenDeath: boolean },
  { bestOf, results }: Pick<Rounds, 'bestOf' | 'results'>,
): string => {
  // A repeated round has the next number and is still the same question of the battle.
  const before = results.filter(({ number, result }) => result !== 'interrupted' && number < round.number)
  if (!round.isSuddenDeath) return `Question ${before.length + 1} of ${bestOf}`
  return `Sudden death ${before.filter((each) => each.isSuddenDeath).length + 1} of ${ROUND_RULES.suddenDeath}`
}

/** Returns a question as a screen reader says it, with the keys of its options. */
export function questionTold(
  name: string,
  round: Pick<OpenRound, 'isSuddenDeath' | 'question'>,
  order: readonly number[],
): string {
  const { text, options } = round.question
  const told = order.map((option, place) => `${place + 1}: ${options[option]}`)
  return [`${name}.`, text, hintOf(round), told.join('. ')].filter(Boolean).join(' ')
}

const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

/** Returns how one side did in a closed round. */
export function answerText(answer: { isRight: boolean; ms: number } | null): string {
  if (!answer) return 'No answer'
  return `${answer.isRight ? 'Right' : 'Wrong'} in ${secondsText(answer.ms)}`
}

/** Returns who has the point of a round. */
export function resultText(result: ClosedRound['result'], [a, b]: readonly [Side, Side]): string {
  switch (result) {
    case 'challenger':
      return `Point for ${a.name}`
    case 'opponent':
      return `Point for ${b.name}`
    case 'shared':
      return 'Equally fast: a point for both'
    case 'nobody':
      return 'No point'
    case 'interrupted':
      return 'An outage interrupted this question. Another one follows.'
  }
}

/** Returns a closed round as a screen reader says it. */
export function revealTold(last: ClosedRound, sides: readonly [Side, Side], points: Rounds['points']): string {
  if (last.result === 'interrupted') return resultText(last.result, sides)
  const right = last.right.map((option) => last.question.options[option]).join(', ')
  const [a, b] = sides
  return [
    `Right answer: ${right}.`,
    `${a.name}: ${answerText(last.answers.challenger)}.`,
    `${b.name}: ${answerText(last.answers.opponent)}.`,
    `${resultText(last.result, sides)}. ${points.challenger} to ${points.opponent}.`,
  ].join(' ')
}

interface Note {
  sent: SentAnswer | null
  /** Whether the person answered elsewhere. */
  isTaken: boolean
  /** What to say once the answer counts. */
  counted: string | false
  isOnline: boolean
}

/** Returns what becomes of the viewer's answer to the open question. */
export function answerNote({ sent, isTaken, counted, isOnline }: Note): string {
  if (sent?.state === 'late') return 'Too late: the round was closed.'
  if (sent?.state === 'refused') return 'Your answer didn’t count.'
  if (sent?.state === 'retrying') return 'The server isn’t responding. Sending again...'
  if (sent?.state === 'sending') return 'Sending...'
  if (counted) return counted
  if (isTaken) return 'You answered in another tab or on another device.'
  return isOnline ? '' : 'You’re offline. Answer anyway: it’s sent once you’re back.'
}
