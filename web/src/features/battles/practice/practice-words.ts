import type { Practice } from '@aura/api/calls/battles/practice'
import { levelOfStreak } from '@aura/api/levels'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import { resultKeys } from '@aura/drawing/side-keys'
import { answerText, resultText } from '../rounds/round-words.ts'
import { nameOf, type Side } from '../shared/battle-view.ts'

type Closed = NonNullable<Practice['last']>

const levelKey = ({ currentStreak }: Practice['challenger']) => levelOfStreak(currentStreak).key

/** Returns the user and the recorded answers as two sides. Against nobody the second is the mark that isn't set yet. */
export function practiceSides({ challenger, opponent, against, outcome }: Practice): readonly [Side, Side] {
  const winner = outcome?.winner ? (outcome.winner === 'challenger' ? 'a' : 'b') : null
  const [a, b] = resultKeys(levelKey(challenger), levelKey(opponent ?? challenger), winner)
  const side = (person: Practice['challenger'], name: string, color: typeof a): Side => ({
    person,
    name,
    color: color ?? 'lost',
    accent: color ?? 'none',
    steeze: 0,
    score: 0,
    stake: 0,
    hasLost: color === null,
  })
  const me = side(challenger, nameOf(challenger), a)
  if (!opponent) return [me, side(challenger, 'Your mark', null)]
  return [me, side(opponent, against === 'self' ? 'Your earlier answers' : nameOf(opponent), b)]
}

/** Returns who has the point; against nobody whether the answer was right. */
export const practiceResultText = (
  { against }: Pick<Practice, 'against'>,
  result: Closed['result'],
  sides: readonly [Side, Side],
): string => {
  if (against !== 'nobody') return resultText(result, sides)
  return result === 'challenger' ? 'Right' : 'Not right'
}

/** Returns a closed question as a screen reader says it. */
export function practiceTold(practice: Practice, last: Closed, sides: readonly [Side, Side]): string {
  const [a, b] = sides
  const { answers, question } = last
  const right = last.right.map((option) => question.options[option]).join(', ')
  const result = `${practiceResultText(practice, last.result, sides)}.`
  const own = `You: ${answerText(answers.challenger)}.`
  if (practice.against === 'nobody') return [`Right answer: ${right}.`, own].join(' ')
  const { points } = practice
  const score = `${a.name} ${points.challenger}, ${b.name} ${points.opponent}.`
  return [`Right answer: ${right}.`, own, `${b.name}: ${answerText(answers.opponent)}.`, result, score].join(' ')
}

/** Returns how a practice ended, in one line. */
export function practiceTitle(
  { outcome, against, points, results }: Practice,
  [, other]: readonly [Side, Side],
): string {
  if (!outcome) return ''
  if (outcome.isStopped) return 'You stopped'
  if (against === 'nobody') return `${points.challenger} of ${results.length} right`
  if (outcome.winner === null) return `${points.challenger} to ${points.opponent}: even`
  if (outcome.winner === 'challenger') return against === 'self' ? 'You beat yourself' : 'You won'
  return against === 'self' ? 'Your earlier answers won' : `${other.name} was better`
}

/** Returns what side B does now. */
export function otherState({ against, phase, open, last }: Practice): string {
  if (against === 'nobody') return phase === 'over' ? 'Set now' : 'Not set yet'
  if (phase === 'open' && open) return open.answered.opponent ? 'Answered' : 'Thinking'
  return phase === 'reveal' && last ? answerText(last.answers.opponent) : ''
}

/** Returns what the user does now. */
export function ownState({ phase, last }: Practice): string {
  if (phase === 'open') return 'Your turn'
  return phase === 'reveal' && last ? answerText(last.answers.challenger) : ''
}

/** Returns the longest practice up to `wanted` that this many recorded answers suffice for, or undefined if none does. */
export const longestWithin = (wanted: BestOf, questions: number): BestOf | undefined =>
  ROUND_RULES.bestOf.findLast((length) => length <= Math.min(wanted, questions))

/** Returns the practice to play after this one; after one alone, against its answers if there are enough. */
export function nextPractice(
  { bestOf, against, opponent, outcome }: Practice,
  ownQuestions: number,
): Pick<Practice, 'bestOf' | 'against'> & { opponentId?: string | undefined } {
  if (against !== 'nobody') return { bestOf, against, opponentId: opponent?.id }
  const possible = outcome?.isStopped ? undefined : longestWithin(bestOf, ownQuestions)
  return possible ? { bestOf: possible, against: 'self' } : { bestOf, against }
}
