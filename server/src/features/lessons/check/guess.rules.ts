import { QUESTIONS_PER_LESSON, wrongAllowed } from '../placement/placement.rules.ts'
import type { CheckLimits } from './check.rules.ts'
import type { QuestionFile } from './question-file.ts'

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

/** Returns the chance that a random response is right; for a number, that a user types a likely one. */
export function guessChance(question: QuestionFile): number {
  switch (question.kind) {
    case 'choose-one':
    case 'point-at-line':
      return 1 / question.options.length
    case 'choose-all':
      return 1 / (2 ** question.options.length - 1)
    case 'put-in-order':
      return 1 / (factorial(question.options.length) - 1)
    case 'type-number':
      return 0.02
  }
}

/**
 * Returns the chance of passing a lesson's check on one day, over the questions it may draw. `chances` has for each of
 * the lesson's questions the chance that it is answered right.
 */
export function checkPassChance(chances: readonly number[], { rightToPass, maxWrong }: CheckLimits): number {
  const asked = rightToPass + maxWrong - 1
  const draws = subsets(chances, Math.min(asked, chances.length))
  const passes = draws.map((drawn) => atLeast(Math.min(rightToPass, chances.length), drawn))
  return passes.reduce((sum, pass) => sum + pass, 0) / passes.length
}

function subsets(of: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return of.flatMap((first, index) => subsets(of.slice(index + 1), size - 1).map((rest) => [first, ...rest]))
}

function atLeast(count: number, [first, ...rest]: readonly number[]): number {
  if (count <= 0) return 1
  if (first === undefined) return 0
  return first * atLeast(count - 1, rest) + (1 - first) * atLeast(count, rest)
}

/**
 * Returns the chance of passing a unit at once, averaged over the two questions drawn from each lesson. Each lesson is
 * the chances that its questions are answered right.
 */
export function placementPassChance(lessons: readonly (readonly number[])[]): number {
  // Entry n is the chance that no lesson is lost and n answers are wrong.
  let wrongs = [1]
  for (const chances of lessons) {
    const pairs = subsets(chances, QUESTIONS_PER_LESSON)
    const mean = (of: (a: number, b: number) => number) =>
      pairs.reduce((sum, [a = 0, b = 0]) => sum + of(a, b), 0) / pairs.length
    const none = mean((a, b) => a * b)
    const one = mean((a, b) => a * (1 - b) + b * (1 - a))
    wrongs = Array.from({ length: wrongs.length + 1 }, (_, n) => none * (wrongs[n] ?? 0) + one * (wrongs[n - 1] ?? 0))
  }
  const allowed = wrongAllowed(lessons.length * QUESTIONS_PER_LESSON)
  return wrongs.slice(0, allowed + 1).reduce((sum, chance) => sum + chance, 0)
}
