import { expect, it } from 'vitest'
import { demandOf } from './demand.ts'

const LIMITS = { streams: 20_000, messagesPerS: 20_000, readsPerS: 500 }
const MIX = { giftsOf100: 14, claimsOf100: 3 }

it('spreads half of a day’s actions over four hours', () => {
  // 10,000 visitors with 100 actions, half of them in 14,400 s.
  expect(demandOf(100_000, MIX, LIMITS).actionsPerS).toBeCloseTo(34.7, 1)
})

it('needs edges once one process can’t hold all viewers, each with updates more rarely', () => {
  expect(demandOf(200_000, MIX, LIMITS)).toMatchObject({ viewers: 20_000, edges: 0 })
  const large = demandOf(10_000_000, MIX, LIMITS)
  expect(large).toMatchObject({ viewers: 1_000_000, edges: 50, rush: { perSecond: 25_000, seconds: 40 } })
  expect(large.gbitPerS).toBeCloseTo((1_000_000 * 3_700 * 8) / 1e9)
})

it('updates few viewers ten times a second, and no more', () => {
  expect(demandOf(10_000, MIX, LIMITS).gbitPerS).toBeCloseTo((1_000 * 10 * 3_700 * 8) / 1e9)
})

it('lets a few viewers read within a second', () => {
  expect(demandOf(1_000, MIX, LIMITS).rush).toEqual({ perSecond: 100, seconds: 1 })
})

it('keeps transfers, gifts and lessons for ever, answers for a month', () => {
  const { gbAYear, gbOfAnswers } = demandOf(1_000_000, MIX, LIMITS)
  expect(gbAYear).toBeCloseTo((100_000 * 365 * (17 * 438 + 14 * 454 + 5 * 249)) / 1e9)
  expect(gbOfAnswers).toBeCloseTo((100_000 * 30 * 17 * 703) / 1e9)
})
