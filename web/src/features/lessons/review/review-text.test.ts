import type { Review } from '@aura/api/calls/lessons/review'
import { expect, it } from 'vitest'
import { failedText, passedText, reviewText, winBackTerms } from './review-text.ts'

const NONE: Review = {
  state: 'none',
  knownPercent: 90,
  due: 0,
  auraReward: 10,
  progress: null,
  question: null,
  lab: null,
  winsBack: null,
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
  expect(reviewText({ ...NONE, state: 'open', due: 1 })).toBe('One question is left.')
})

it('names the lab among them [learning.lab-review]', () => {
  const lab = { lessonId: 'first-transfer', lessonTitle: 'A first transfer', run: null }
  expect(reviewText({ ...NONE, state: 'ready', due: 5, lab })).toContain('4 questions and a lab today')
  expect(reviewText({ ...NONE, state: 'open', due: 2, lab })).toBe('One question and a lab are left.')
  expect(reviewText({ ...NONE, state: 'open', due: 1, lab })).toBe('A lab is left.')
})

it('says what winning a streak back takes, how far it is, and how it ended [learning.streak-won-back]', () => {
  const winBack = { days: 20, until: '2026-03-09', daysAfter: 22 }
  const terms = (more: Partial<Review>) => winBackTerms({ ...NONE, ...more }, winBack)
  expect(terms({ state: 'ready', due: 15 })).toBe(
    '12 right answers of 15 make today day 22. One try a day, once in 90 days, free.',
  )
  expect(terms({ state: 'ready', due: 10 })).toContain('8 right answers of 10')
  const progress = { questions: 15, rightAnswers: 1, wrongAnswers: 4, rightNeeded: 12 }
  expect(terms({ state: 'open', due: 9, progress })).toBe('9 questions are left.')
  expect(terms({ state: 'none', progress })).toContain('Not won back today.')
  expect(passedText('streak', { auraEarned: 0, newStreak: 22 })).toBe('Your streak is back: day 22.')
})
