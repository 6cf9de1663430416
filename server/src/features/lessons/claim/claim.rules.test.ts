import { describe, expect, it } from 'vitest'
import { REVIEW_ID } from '../review/review.rules.ts'
import { type ClaimFacts, decideClaim, isFullDay } from './claim.rules.ts'

const TODAY = '2026-03-02'
const YESTERDAY = '2026-03-01'
const claim = (facts: Partial<ClaimFacts> = {}) =>
  decideClaim({
    today: TODAY,
    completions: [],
    isOfToday: true,
    isQuizPassed: true,
    isLabDone: true,
    streak: { days: 4, afterClaim: 5 },
    ap: 40,
    ...facts,
  })
const CLAIMED = [{ day: YESTERDAY, auraEarned: 40 }]

it('pays the first completion and counts the day', () => {
  expect(claim()).toEqual({ auraEarned: 40, newStreak: 5, isNew: true })
  expect(claim({ isQuizPassed: null })).toMatchObject({ auraEarned: 40, isNew: true })
})

it('returns the first claim’s Aura Points when repeated that day, whatever else is true', () => {
  const again = {
    completions: [...CLAIMED, { day: TODAY, auraEarned: 7 }],
    isOfToday: false,
    isQuizPassed: false,
    streak: { days: 5, afterClaim: 6 },
  }
  expect(claim(again)).toMatchObject({ auraEarned: 7, newStreak: 5, isNew: false })
})

it.each([
  ['today, the question not answered', { isQuizPassed: false }, 'QUIZ_NOT_PASSED'],
  ['claimed on an earlier day', { completions: CLAIMED }, 'LESSON_NOT_AVAILABLE'],
  ['another day, the question not answered', { isOfToday: false, isQuizPassed: false }, 'LESSON_NOT_AVAILABLE'],
  ['another day, without a question', { isOfToday: false, isQuizPassed: null }, 'LESSON_NOT_AVAILABLE'],
] as const)('is refused %s', (_, facts, refused) => expect(claim(facts)).toEqual({ refused }))

it('stays open on later days once the question was answered', () => {
  expect(claim({ isOfToday: false })).toEqual({ auraEarned: 40, newStreak: 5, isNew: true })
})

it('requires the lab, with or without a check, unless the lesson was claimed today', () => {
  expect(claim({ isLabDone: false })).toEqual({ refused: 'LAB_NOT_DONE' })
  expect(claim({ isLabDone: false, isQuizPassed: null })).toEqual({ refused: 'LAB_NOT_DONE' })
  expect(claim({ isLabDone: false, isQuizPassed: false })).toEqual({ refused: 'QUIZ_NOT_PASSED' })
  const completions = [{ day: TODAY, auraEarned: 7 }]
  expect(claim({ isLabDone: false, completions })).toMatchObject({ auraEarned: 7, isNew: false })
})

describe('a full day', () => {
  const full = (claimed: string[], offered: string[] | null = ['a', 'b', 'c']) =>
    isFullDay(claimed, { offered, lessonsPerDay: 3 })

  it('has a review or all of its lessons [learning.rest-days]', () => {
    expect([full([]), full(['a']), full(['a', 'b'])]).toEqual([false, false, false])
    expect([full(['a', 'b', 'c']), full([REVIEW_ID]), full(['a', REVIEW_ID])]).toEqual([true, true, true])
  })

  it('needs no more lessons than are left, and may come from a unit passed at once', () => {
    expect([full(['z'], ['z']), full(['y'], ['z']), full([], [])]).toEqual([true, false, false])
    expect([full(['x', 'y'], null), full(['x', 'y', 'z'], null)]).toEqual([false, true])
  })
})
