import type { StreakCalendar } from '@aura/api/calls/streak'
import { expect, it } from 'vitest'
import { endedText, keptText, nextRestText } from './rest-text.ts'

const calendar = (more: Partial<StreakCalendar>) =>
  ({ today: '2026-03-12', longestStreak: 12, ended: null, ...more }) as StreakCalendar
const rest = (kept: number, progress: number) => ({ kept, progress, mostKept: 2, earnedBy: 7 })

it('tells how a run ended, and keeps the best [learning.streak-ended]', () => {
  expect(endedText(calendar({ ended: { days: 12, on: '2026-03-10' } }))).toBe(
    'Your 12-day run ended on Tuesday. Your best is 12.',
  )
  expect(endedText(calendar({ ended: { days: 1, on: '2026-03-05' }, longestStreak: 30 }))).toBe(
    'Your 1-day run ended on Thursday 5 March. Your best is 30.',
  )
  expect(endedText(calendar({}))).toBeNull()
})

it('tells which rest days are kept and how the next is earned [learning.rest-days]', () => {
  expect([rest(0, 0), rest(1, 0), rest(2, 0)].map(keptText)).toEqual([
    'no rest days kept',
    'one rest day kept',
    'two rest days kept',
  ])
  expect(nextRestText(rest(0, 0))).toBe('7 more days of your streak with a review or all lessons of the day earn one.')
  expect(nextRestText(rest(1, 6))).toBe(
    '1 more day of your streak with a review or all lessons of the day earns another.',
  )
  expect(nextRestText(rest(2, 0))).toBe('That is the most you can keep. A missed day uses one automatically.')
})
