import type { CheckLimits } from './check.rules.ts'
import type { QuestionFile } from './question-file.ts'

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

/** Returns the chance of a response picked at random; of a number, that somebody types a likely one. */
function guessChance(question: QuestionFile): number {
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

/** Chance that random responses pass a lesson's check on one day, whichever questions the day draws. */
export function guessedPass(questions: readonly QuestionFile[], { rightToPass, maxWrong }: CheckLimits): number {
  const asked = rightToPass + maxWrong - 1
  const draws = subsets(questions.map(guessChance), Math.min(asked, questions.length))
  const passes = draws.map((chances) => atLeast(Math.min(rightToPass, questions.length), chances))
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
