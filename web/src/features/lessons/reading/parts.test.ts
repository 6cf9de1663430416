import { expect, it } from 'vitest'
import { START } from '../lesson-progress.ts'
import { litTicks, partsOf } from './parts.ts'

const question = { id: 'q', kind: 'choose-one', text: 'Why?', options: ['a', 'b'], unit: null } as const
const check = { day: '2026-03-02', done: 1, needed: 2, triesLeft: 3, question: { ...question, options: ['a', 'b'] } }
const lesson = { predict: { text: '', options: [], outcome: '' }, lab: { done: false }, check }

it('the ruler shows how much of each part is done: a check on screen is not a finished lesson [learning.parts]', () => {
  const parts = partsOf(lesson, { ...START, view: 'quiz', guess: 0, readShare: 1, labDone: true })
  expect(parts.map(({ name, share }) => [name, share])).toEqual([
    ['Guess', 1],
    ['Read', 1],
    ['Do', 1],
    ['Check', 0.5],
  ])
  expect(litTicks(parts, 8)).toEqual([true, true, true, true, true, true, true, false])
})

it('a part that was passed over stays dark between lit ones', () => {
  const parts = partsOf({ ...lesson, lab: null }, { ...START, guess: 1 })
  expect(litTicks(parts, 6)).toEqual([true, true, false, false, true, false])
})
