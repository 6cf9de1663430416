import type { Review } from '@aura/api/calls/lessons/review'
import { expect, it } from 'vitest'
import { failedText, reviewText } from './review-text.ts'

const NONE: Review = {
  state: 'none',
  knownPercent: 90,
  due: 0,
  auraReward: 10,
  progress: null,
  question: null,
  availableUntil: '2026-03-03T00:00:00Z',
  serverTime: '2026-03-02T12:00:00Z',
}

it('promises other questions only where there are some', () => {
  expect(failedText(true)).toContain('other questions are ready')
  expect(failedText(false)).not.toContain('ready')
})

it('tells a failed review from a day without one', () => {
  const progress = { questions: 4, rightAnswers: 3, wrongAnswers: 1, rightNeeded: 4 }
  expect(reviewText(NONE)).toBe('Nothing is due today.')
  expect(reviewText({ ...NONE, progress })).toContain('Not passed today.')
  expect(reviewText({ ...NONE, state: 'ready' })).toContain('Your oldest questions.')
  expect(reviewText({ ...NONE, state: 'ready', due: 1 })).toContain('One question is due.')
  expect(reviewText({ ...NONE, state: 'ready', due: 5 })).toContain('5 questions today, the weakest first.')
  expect(reviewText({ ...NONE, state: 'open', due: 3 })).toBe('3 questions are left.')
})
