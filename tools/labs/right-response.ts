import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Question } from '@aura/api/calls/lessons/lesson'
import type { QuestionFile } from '../../server/src/features/lessons/check/question-file.ts'

const LESSONS = join(import.meta.dirname, '../../content/lessons')

/** Right responses by the question's text, read from the content since no API response reveals them. */
const catalogue = new Map(
  readdirSync(LESSONS, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    const { questions } = JSON.parse(readFileSync(join(LESSONS, entry.name, 'lesson.json'), 'utf8'))
    return (questions as QuestionFile[]).map((question) => [question.text, question] as const)
  }),
)

type Asked = Pick<Question, 'text' | 'options'>

function questionIn({ text }: Asked): QuestionFile {
  const question = catalogue.get(text)
  if (!question) throw new Error(`no lesson asks “${text}”`)
  return question
}

/** Returns the response that a check or review accepts as right. Throws for an unknown question. */
export function rightResponse(asked: Asked): number | number[] | string {
  const question = questionIn(asked)
  const placeOf = (text: string | undefined) => asked.options.indexOf(text ?? '')
  switch (question.kind) {
    case 'choose-one':
    case 'point-at-line':
      return placeOf(question.options[question.answer]?.text)
    case 'choose-all':
      return question.options.filter(({ holds }) => holds).map(({ text }) => placeOf(text))
    case 'put-in-order':
      return question.options.map(placeOf)
    case 'type-number':
      return question.answer
  }
}

/** Returns a wrong response of the same form. Throws for an unknown question. */
export function wrongResponse(asked: Asked): number | number[] | string {
  const right = rightResponse(asked)
  if (typeof right === 'string') return `${Number(right) + 1_000_003}`
  if (typeof right === 'number') return (right + 1) % asked.options.length
  if (questionIn(asked).kind === 'put-in-order') return right.toReversed()
  const others = asked.options.map((_, index) => index).filter((index) => !right.includes(index))
  return others.length > 0 ? others : right.slice(1)
}
