import { expect, it } from 'vitest'
import { restText } from './rest-text.ts'

const question = { id: 'q', kind: 'choose-one' as const, text: 'Why?', options: ['a', 'b'], unit: null }
const lesson = (id: string, { completed = false, triesLeft = 3, isPassed = false } = {}) => ({
  id,
  completed,
  check: { triesLeft, question: isPassed ? null : question },
})
const [resting, resting2] = [lesson('a', { triesLeft: 0 }), lesson('b', { triesLeft: 0 })]
const done = lesson('c', { completed: true, isPassed: true })

it.each([
  [[resting, lesson('b'), lesson('c')], 'none', 'Your other lessons are open today.'],
  [[resting, resting2, lesson('c')], 'none', 'Your other lesson is open today.'],
  // Passed with the last try, and not claimed yet.
  [[resting, lesson('b', { triesLeft: 0, isPassed: true }), done], 'none', 'Your other lesson is open today.'],
  [[resting, { ...lesson('b'), check: null }, done], 'none', 'Your other lesson is open today.'],
  [[resting, resting2, done], 'ready', 'Your review is open today.'],
  [[resting, resting2, done], 'open', 'Your review is open today.'],
] as const)('a check that rests points to what is open, %#', (lessons, state, text) => {
  expect(restText('a', { lessons, review: { state } })).toBe(`New questions come tomorrow. ${text}`)
})

it('promises nothing else where nothing is open', () => {
  for (const state of ['none', 'done'] as const)
    expect(restText('a', { lessons: [resting, resting2, done], review: { state } })).toBe(
      'New questions come tomorrow.',
    )
  expect(restText('a', { lessons: [resting], review: undefined })).toBe('New questions come tomorrow.')
})
