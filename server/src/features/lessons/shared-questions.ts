import { ROUND_KINDS } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { findCompletions } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import type { Catalogue, CatalogueLesson } from './catalogue.ts'
import { nameOf } from './check/question.rules.ts'
import type { QuestionFile } from './check/question-file.ts'
import { unitsOf } from './path/unit.rules.ts'
import { findCards } from './review/store.ts'

/** Units at the start of the path that also newcomers can be asked about. */
export const BASE_UNITS = 2

type RoundFile = Extract<QuestionFile, { kind: (typeof ROUND_KINDS)[number] }>

/** A question that can be read and answered in the time of a round, with options in the order of the content. */
export interface SharedQuestion {
  lessonId: string
  questionId: string
  kind: RoundFile['kind']
  text: string
  options: string[]
  /** Indexes of the right options, ascending. */
  right: number[]
  explanation: string
  optionExplanations: string[]
  lesson: { title: string; paragraph: number }
}

/**
 * Returns questions that none of these people answered since then, in tiers: units that all have begun, the first units
 * of the path, then one unit after the other. Leaves out the first lesson, whose check anybody can take as a visitor.
 */
export async function sharedQuestions(
  db: Queryable,
  catalogue: Catalogue,
  userIds: readonly string[],
  { since }: { since: Date },
): Promise<SharedQuestion[][]> {
  const [first, ...lessons] = catalogue.values()
  const begun: ReadonlySet<string>[] = []
  const seen = new Set<string>()
  for (const userId of userIds) {
    const completions = await findCompletions(db, userId)
    begun.push(new Set(completions.flatMap(({ lessonId }) => catalogue.get(lessonId)?.unit.id ?? [])))
    for (const card of await findCards(db, userId)) if (card.reviewedAt > since) seen.add(nameOf(card))
  }
  const fresh = (its: readonly CatalogueLesson[]) =>
    its
      .filter(({ id }) => id !== first?.id)
      .flatMap((lesson) => lesson.questions.flatMap((question) => sharedQuestion(lesson, question) ?? []))
      .filter((question) => !seen.has(nameOf(question)))
  const units = unitsOf(lessons)
  const isBegun = ({ unit }: (typeof units)[number]) => begun.every((its) => its.has(unit.id))
  const rest = units.filter((each) => !isBegun(each))
  const ofUnits = (its: typeof units) => fresh(its.flatMap(({ lessons }) => lessons))
  return [
    ofUnits(units.filter(isBegun)),
    ofUnits(rest.filter(({ unit }) => unit.position < BASE_UNITS)),
    ...rest.filter(({ unit }) => unit.position >= BASE_UNITS).map((each) => ofUnits([each])),
  ]
}

/** Returns the question for a round, or undefined if its form or length doesn't suit one. */
export function sharedQuestion(lesson: CatalogueLesson, question: QuestionFile): SharedQuestion | undefined {
  if (!isRoundKind(question)) return undefined
  const options = question.options.map(({ text }) => text)
  const characters = [question.text, ...options].reduce((sum, text) => sum + text.length, 0)
  if (characters > ROUND_RULES.characters || options.length > ROUND_RULES.options) return undefined
  const right =
    question.kind === 'choose-all'
      ? question.options.flatMap(({ holds }, index) => (holds ? index : []))
      : [question.answer]
  return {
    lessonId: lesson.id,
    questionId: question.id,
    kind: question.kind,
    text: question.text,
    options,
    right,
    explanation:
      question.kind === 'choose-all' ? question.explanation : (question.options[question.answer]?.explanation ?? ''),
    optionExplanations: question.options.map(({ explanation }) => explanation),
    lesson: { title: lesson.title, paragraph: question.paragraph },
  }
}

const isRoundKind = (question: QuestionFile): question is RoundFile =>
  (ROUND_KINDS as readonly string[]).includes(question.kind)
