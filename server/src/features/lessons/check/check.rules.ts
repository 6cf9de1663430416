import type { Day } from '@aura/api/day'
import { shuffled } from './question.rules.ts'

export interface Attempt {
  day: Day
  rightAnswers: number
  wrongAnswers: number
}

/** Returns today's attempt; each day begins a new one. */
export function attemptOf(known: (Omit<Attempt, 'day'> & { attemptDay: Day | null }) | undefined, today: Day): Attempt {
  if (known?.attemptDay !== today) return { day: today, rightAnswers: 0, wrongAnswers: 0 }
  return { day: today, rightAnswers: known.rightAnswers, wrongAnswers: known.wrongAnswers }
}

export interface CheckLimits {
  /** Right answers that pass; all questions of a lesson with fewer. */
  rightToPass: number
  /** Wrong answers after which the check rests until the next day. */
  maxWrong: number
}

export const rightNeeded = (questions: number, { rightToPass }: CheckLimits): number => Math.min(questions, rightToPass)

export const isResting = ({ wrongAnswers }: Attempt, { maxWrong }: CheckLimits): boolean => wrongAnswers >= maxWrong

/** Returns the current question. Each user has an order for each day; every answer leads to the next one. */
export function currentQuestion<Q>(questions: readonly Q[], seed: string, attempt: Attempt): Q | undefined {
  const order = shuffled(seed, questions.length)
  return questions[order[(attempt.rightAnswers + attempt.wrongAnswers) % order.length] ?? -1]
}

export const seedOf = (userId: string, lessonId: string, day: Day): string => `${userId}/${lessonId}/${day}`
