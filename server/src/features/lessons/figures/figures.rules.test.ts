import { expect, it } from 'vitest'
import type { QuestionFile } from '../check/question-file.ts'
import { figuresOf } from './figures.rules.ts'

const shared = { id: 'q', text: 'Q?', paragraph: 1 }
const option = (text: string) => ({ text, explanation: `Why ${text}` })
const wrong = (given: string, times = 1) => ({ isRight: false, given, times })

const one: QuestionFile = { ...shared, kind: 'choose-one', options: ['a', 'b', 'c'].map(option), answer: 2 }
const all: QuestionFile = {
  ...shared,
  kind: 'choose-all',
  options: [
    { ...option('a'), holds: true },
    { ...option('b'), holds: true },
    { ...option('c'), holds: false },
  ],
  explanation: 'Both',
}
const order: QuestionFile = {
  ...shared,
  kind: 'put-in-order',
  options: ['x', 'y', 'z'],
  explanation: 'So',
  mistake: 'No',
}
const number: QuestionFile = {
  ...shared,
  kind: 'type-number',
  unit: 'USDC',
  answer: '5',
  explanation: 'So',
  mistakes: [],
  mistake: 'No',
}

it('a question’s figures count first answers and name the options that were chosen wrongly, most frequent first', () => {
  const answers = [{ isRight: true, given: '2', times: 6 }, wrong('0'), wrong('1', 3), wrong('7')]
  expect(figuresOf(one, answers)).toEqual({
    answered: 11,
    right: 6,
    mistakes: [
      { text: 'b', times: 3 },
      { text: 'a', times: 1 },
      { text: 'an option that is gone', times: 1 },
    ],
  })
  expect(figuresOf(one, [])).toEqual({ answered: 0, right: 0, mistakes: [] })
})

it('options that were left out, orders and numbers are mistakes, too; the first five are kept', () => {
  expect(figuresOf(all, [wrong('0,2', 2), wrong('2')]).mistakes).toEqual([
    { text: 'Chose: c', times: 3 },
    { text: 'Left out: b', times: 3 },
    { text: 'Left out: a', times: 1 },
  ])
  expect(figuresOf(order, [wrong('1,0,2')]).mistakes).toEqual([{ text: '2, 1, 3', times: 1 }])
  const many = Array.from({ length: 9 }, (_, at) => wrong(String(at + 10), at + 1))
  const { mistakes } = figuresOf(number, many)
  expect(mistakes).toHaveLength(5)
  expect(mistakes[0]).toEqual({ text: '18 USDC', times: 9 })
})
