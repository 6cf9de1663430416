import { expect, it } from 'vitest'
import { afterAnswer, noProgress, openingOf, trialWaitMs } from './trial.rules.ts'

const LIMITS = { quizRetryMs: 3_000, trial: { wrongAnswers: 3, restMs: 3_600_000 } }

it('waits briefly after a wrong answer, rests after three, then starts over [learning.trial-rests]', () => {
  let progress = noProgress('wallets')
  expect(trialWaitMs(progress, 0, LIMITS)).toBe(0)
  const waits = [10_000, 20_000, 30_000].map((nowMs) => {
    progress = afterAnswer(progress, false, nowMs, LIMITS)
    return trialWaitMs(progress, nowMs + 1_000, LIMITS)
  })
  expect(waits).toEqual([2_000, 2_000, 3_599_000])
  expect(trialWaitMs(progress, 30_000 + 3_600_000, LIMITS)).toBe(0)
  expect(afterAnswer(progress, false, 5_000_000, LIMITS).wrongAnswers).toBe(1)
})

it('keeps the first pass, whatever is answered later', () => {
  const passed = afterAnswer(noProgress('wallets'), true, 10_000, LIMITS)
  expect(afterAnswer(passed, true, 20_000, LIMITS).passedAtMs).toBe(10_000)
  expect(afterAnswer(passed, false, 20_000, LIMITS).passedAtMs).toBe(10_000)
})

it('opens with whole paragraphs within sixty words, and the first in any case', () => {
  const words = (count: number) => Array(count).fill('word').join(' ')
  expect(openingOf([words(30), words(30), words(1)].join('\n\n'))).toBe([words(30), words(30)].join('\n\n'))
  expect(openingOf([words(90), words(1)].join('\n\n'))).toBe(words(90))
})
