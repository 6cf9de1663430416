import { guessChance } from '../../server/src/features/lessons/check/guess.rules.ts'
import type { QuestionFile } from '../../server/src/features/lessons/check/question-file.ts'
import { isComputable } from './stem-arithmetic.ts'

export interface Lesson {
  id: string
  questions: readonly QuestionFile[]
}

/** Returns the chance, from 0 to 1, that a bot's response is right. */
export type Bot = (question: QuestionFile) => number

export const blind: Bot = guessChance

type Optioned = QuestionFile & { kind: 'choose-one' | 'point-at-line' | 'choose-all' }
const OPTIONED = ['choose-one', 'point-at-line', 'choose-all'] as const
const isOptioned = (question: QuestionFile): question is Optioned =>
  (OPTIONED as readonly string[]).includes(question.kind)

const holds = (question: Optioned, at: number): boolean =>
  question.kind === 'choose-all' ? (question.options[at]?.holds ?? false) : question.answer === at

const WORDS = [
  /\b(?:all|always|never|every|everyone|only|nothing|none|nobody|any|must)\b/i,
  /\b(?:not|no|never|nobody|nothing|cannot|without)\b|n[’']t\b/i,
  /\b(?:may|might|can|could|usually|often|mostly|some|about)\b/i,
  /\b(?:because|since|as|so)\b/i,
  /\b(?:network|support|company|bank|wallet)\b/i,
  /\d/,
  /,/,
]
const LINE_PLACES = 6

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [])
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === 0 ? 0 : [...a].filter((word) => b.has(word)).length / a.size

/** Returns what shows from outside of an option: its length, telling words, likeness to stem and siblings, its place. */
function featuresOf(question: Optioned, at: number): number[] {
  const texts = question.options.map(({ text }) => text)
  const text = texts[at] as string
  const lengths = texts.map(({ length }) => length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const words = wordsOf(text)
  const others = texts.filter((_, other) => other !== at).map(wordsOf)
  const isLine = question.kind === 'point-at-line'
  return [
    1,
    text.length / mean - 1,
    Number(text.length === Math.max(...lengths)),
    Number(text.length === Math.min(...lengths)),
    overlap(words, wordsOf(question.text)),
    others.reduce((sum, other) => sum + overlap(words, other), 0) / Math.max(1, others.length),
    ...WORDS.map((word) => Number(word.test(text))),
    // Options are shuffled where they are shown, lines are not.
    ...Array.from({ length: LINE_PLACES }, (_, place) => Number(isLine && place === at)),
    Number(isLine && at === texts.length - 1),
  ]
}

const dot = (weights: readonly number[], features: readonly number[]) =>
  features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)

const STEPS = 400
const RATE = 0.3
const DECAY = 0.002

/** Fits a logistic regression of whether an option holds. */
function weightsOf(questions: readonly Optioned[]): number[] {
  const rows = questions.flatMap((question) =>
    question.options.map((_, at) => ({ features: featuresOf(question, at), holds: Number(holds(question, at)) })),
  )
  let weights: number[] = rows[0]?.features.map(() => 0) ?? []
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map(() => 0)
    for (const row of rows) {
      const error = row.holds - 1 / (1 + Math.exp(-dot(weights, row.features)))
      for (const [index, value] of row.features.entries()) slope[index] = (slope[index] ?? 0) + error * value
    }
    weights = weights.map((weight, index) => weight + RATE * ((slope[index] ?? 0) / rows.length - DECAY * weight))
  }
  return weights
}

/** Returns the most common number of right options among questions with as many options. */
function usualCount(questions: readonly Optioned[], options: number): number {
  const alike = questions.filter((question) => question.options.length === options)
  const tally = Map.groupBy(alike, (question) => question.options.filter((_, at) => holds(question, at)).length)
  return [...tally].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? Math.ceil(options / 2)
}

/** Returns a bot that learned from `seen` what right options look like. It guesses blindly at numbers and orders. */
export function cueBot(seen: readonly Lesson[]): Bot {
  const models = new Map(
    OPTIONED.map((kind) => {
      const its = seen.flatMap(({ questions }) => questions.filter(isOptioned).filter((each) => each.kind === kind))
      return [kind, { weights: weightsOf(its), its }]
    }),
  )
  return (question) => {
    if (!isOptioned(question)) return guessChance(question)
    const { weights = [], its = [] } = models.get(question.kind) ?? {}
    const ranked = question.options
      .map((_, at) => ({ at, score: dot(weights, featuresOf(question, at)) }))
      .sort((a, b) => b.score - a.score)
    const count = question.kind === 'choose-all' ? usualCount(its, question.options.length) : 1
    const chosen = new Set(ranked.slice(0, count).map(({ at }) => at))
    return Number(question.options.every((_, at) => holds(question, at) === chosen.has(at)))
  }
}

/** No program here sorts a story as people do, so the bot is taken to get every second one right. */
const STORY_CHANCE = 0.5

/**
 * Returns a bot that also calculates and knows how stories go. It is right about every number that can be computed from
 * those of the question, whether or not a person would see how.
 */
export function wiseBot(seen: readonly Lesson[]): Bot {
  const cues = cueBot(seen)
  return (question) => {
    if (question.kind === 'put-in-order') return STORY_CHANCE
    if (question.kind === 'type-number' && isComputable(question.text, Number(question.answer))) return 1
    return cues(question)
  }
}

const FOLDS = 15

/** Returns each lesson with the chances of a bot that has seen only lessons of other folds. */
export function crossValidated<L extends Lesson>(
  lessons: readonly L[],
  botOf: (seen: readonly Lesson[]) => Bot,
): { lesson: L; chances: number[] }[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) => lessons.filter((_lesson, at) => at % FOLDS === fold))
  return folds.flatMap((fold) => {
    const bot = botOf(lessons.filter((lesson) => !fold.includes(lesson)))
    return fold.map((lesson) => ({ lesson, chances: lesson.questions.map(bot) }))
  })
}
