import type { QuestionFile } from '../check/question-file.ts'

type Optioned = QuestionFile & { kind: 'choose-one' | 'choose-all' | 'point-at-line' }

const KINDS = ['choose-one', 'choose-all', 'point-at-line'] as const satisfies readonly QuestionFile['kind'][]

/** Share above what chance gives from which a cue pays. */
const TOLERANCE = 0.1
/** Relative difference between the mean lengths of right and wrong options. */
const LENGTH_TOLERANCE = 0.1

/** What shows of right options from outside, over all questions of one kind and number of options. */
export interface Balance {
  kind: Optioned['kind']
  options: number
  questions: number
  /** Share of the right options that stand at each place of the file. Options are shuffled where shown, lines are not. */
  places: number[]
  /** Share of questions whose longest option is right, and what chance would give. */
  longest: number
  chance: number
  /** Mean length of right options, divided by that of the wrong ones. */
  length: number
}

const isRight = (question: Optioned, at: number): boolean =>
  question.kind === 'choose-all' ? (question.options[at]?.holds ?? false) : question.answer === at

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Returns the balance of each kind of question that shows options. */
export function balancesOf(lessons: readonly { questions: readonly QuestionFile[] }[]): Balance[] {
  const all = lessons.flatMap(({ questions }) =>
    questions.flatMap((each) => ((KINDS as readonly string[]).includes(each.kind) ? [each as Optioned] : [])),
  )
  const groups = Map.groupBy(all, ({ kind, options }) => `${kind} ${options.length}`)
  return [...groups.values()]
    .map(balanceOf)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.options - b.options)
}

function balanceOf(questions: readonly Optioned[]): Balance {
  const [{ kind, options }] = questions as [Optioned]
  const marked = questions.flatMap((question) =>
    question.options.map(({ text }, at) => ({ question, at, length: text.length, right: isRight(question, at) })),
  )
  const right = marked.filter((each) => each.right)
  const wrong = marked.filter((each) => !each.right)
  const longestIsRight = (question: Optioned) => {
    const lengths = question.options.map(({ text }) => text.length)
    return isRight(question, lengths.indexOf(Math.max(...lengths)))
  }
  return {
    kind,
    options: options.length,
    questions: questions.length,
    places: options.map((_, place) => right.filter(({ at }) => at === place).length / right.length),
    longest: questions.filter(longestIsRight).length / questions.length,
    chance: right.length / marked.length,
    length: mean(right.map(({ length }) => length)) / mean(wrong.map(({ length }) => length)),
  }
}

/** Groups below this size say nothing. */
const ENOUGH = 12

/** Returns where the place or length of an option gives it away, over the whole catalogue. */
export function balanceFaults(lessons: readonly { questions: readonly QuestionFile[] }[]): string[] {
  return balancesOf(lessons)
    .filter(({ questions }) => questions >= ENOUGH)
    .flatMap(({ kind, options, places, longest, chance, length }) => {
      const name = `${kind} with ${options} options`
      const leaning = places.flatMap((share, place) => (share > 1 / options + TOLERANCE ? [place + 1] : []))
      return [
        ...leaning.map((place) => `${name}: too many right ones are at place ${place}`),
        ...(longest > chance + TOLERANCE ? [`${name}: the longest is right too often`] : []),
        ...(Math.abs(length - 1) > LENGTH_TOLERANCE
          ? [`${name}: right ones are ${length.toFixed(2)} times as long`]
          : []),
      ]
    })
}
