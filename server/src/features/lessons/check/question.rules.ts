import { createHash } from 'node:crypto'
import type { Question } from '@aura/api/calls/lessons/lesson'
import type { QuestionFile } from './question-file.ts'

/** An index, indexes, or a decimal number, according to `Question.kind`. */
export type Response = number | readonly number[] | string

export interface Verdict {
  isRight: boolean
  explanation: string
  /** The right response, in the order shown. */
  right: Response
  /** The response with options as the content numbers them, in whatever order they were shown; or the number. */
  given: string
}

/** Returns the name stored with reviews and placements; question ids are unique within a lesson only. */
export const nameOf = ({ lessonId, questionId }: { lessonId: string; questionId: string }): string =>
  `${lessonId}/${questionId}`

/** Returns an order, stable for a seed and different between seeds. Entry i is the index of what is shown at i. */
export function shuffled(seed: string, count: number): number[] {
  const ranks = Array.from({ length: count }, (_, index) => ({
    index,
    rank: createHash('sha256').update(`${seed}/${index}`).digest('hex'),
  }))
  return ranks.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ index }) => index)
}

/** Returns the order of options. Lines have an order of their own; a number has no options. */
function optionOrder(question: QuestionFile, seed: string): number[] {
  if (question.kind === 'type-number') return []
  if (question.kind === 'point-at-line') return question.options.map((_, index) => index)
  const order = shuffled(`${seed}/${question.id}`, question.options.length)
  // Shown in the right order, it would already be solved.
  const isSolved = question.kind === 'put-in-order' && order.every((place, index) => place === index)
  return isSolved ? order.reverse() : order
}

/** Returns the question without its answer, with the options in the seed's order. */
export function askedQuestion(question: QuestionFile, seed: string): Question {
  const { id, kind, text } = question
  const texts = 'options' in question ? question.options.map((option) => optionText(option)) : []
  const options = optionOrder(question, seed).map((place) => texts[place] as string)
  return { id, kind, text, options, unit: question.kind === 'type-number' ? question.unit : null }
}

const optionText = (option: string | { text: string }): string => (typeof option === 'string' ? option : option.text)

/** Returns the verdict, or null if the question's form doesn't allow the response. */
export function judge(question: QuestionFile, seed: string, response: Response): Verdict | null {
  const verdict = verdictOn(question, seed, response)
  return verdict && { ...verdict, right: rightResponse(question, seed) }
}

function rightResponse(question: QuestionFile, seed: string): Response {
  if (question.kind === 'type-number') return question.answer
  const order = optionOrder(question, seed)
  switch (question.kind) {
    case 'choose-one':
    case 'point-at-line':
      return order.indexOf(question.answer)
    case 'choose-all':
      return order.flatMap((place, index) => (question.options[place]?.holds ? index : []))
    case 'put-in-order':
      return question.options.map((_, place) => order.indexOf(place))
  }
}

function verdictOn(question: QuestionFile, seed: string, response: Response): Omit<Verdict, 'right'> | null {
  if (question.kind === 'type-number') return typeof response === 'string' ? judgeNumber(question, response) : null
  const order = optionOrder(question, seed)
  const given = typeof response === 'number' ? [response] : typeof response === 'string' ? null : response
  const places = given?.map((index) => order[index])
  if (!places?.every((place) => place !== undefined) || new Set(places).size !== places.length) return null
  switch (question.kind) {
    case 'choose-one':
    case 'point-at-line': {
      const [place = 0] = places
      if (places.length !== 1) return null
      return {
        isRight: place === question.answer,
        explanation: question.options[place]?.explanation ?? '',
        given: String(place),
      }
    }
    case 'choose-all':
      return places.length === 0 ? null : judgeAll(question, places)
    case 'put-in-order': {
      if (places.length !== question.options.length) return null
      const isRight = places.every((place, index) => place === index)
      return { isRight, explanation: isRight ? question.explanation : question.mistake, given: places.join() }
    }
  }
}

function judgeAll(question: QuestionFile & { kind: 'choose-all' }, places: readonly number[]): Omit<Verdict, 'right'> {
  const wrong = question.options.filter(({ holds }, place) => holds !== places.includes(place))
  const given = places.toSorted((a, b) => a - b).join()
  if (wrong.length === 0) return { isRight: true, explanation: question.explanation, given }
  const explanation = wrong.map(({ text, explanation: why }) => `“${text}”: ${why}`).join('\n')
  return { isRight: false, explanation, given }
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,6})?$/

function judgeNumber(
  question: QuestionFile & { kind: 'type-number' },
  response: string,
): Omit<Verdict, 'right'> | null {
  if (!DECIMAL.test(response)) return null
  const is = (value: string) => Number(value) === Number(response)
  const given = String(Number(response))
  if (is(question.answer)) return { isRight: true, explanation: question.explanation, given }
  const known = question.mistakes.find(({ answer }) => is(answer))
  return { isRight: false, explanation: known?.explanation ?? question.mistake, given }
}
