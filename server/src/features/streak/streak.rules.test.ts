import { describe, expect, it } from 'vitest'
import { daysLostToChange, liveStreak, type Streak, streakAfterClaim, streakAsOf } from './streak.rules.ts'

const none: Streak = { days: 0, lastDay: null, timeZone: 'UTC', excusedDays: [], restDays: 0 }

/** Of four days, the last of them 28 February. */
const four: Streak = { ...none, days: 4, lastDay: '2026-02-28' }

describe('a streak', () => {
  it.each([
    [none, '2026-03-02', 0, 1],
    [four, '2026-02-28', 4, 4],
    [four, '2026-03-01', 4, 5],
    [four, '2026-03-02', 0, 1],
  ])(
    'grows once a day and ends the day after a missed one: %o on %s [learning.streak-grows]',
    (streak, today, live, claimed) => {
      expect([liveStreak(streak, today), streakAfterClaim(streak, today)]).toEqual([live, claimed])
    },
  )

  it('skips excused days without counting them, and no others', () => {
    const streak = { ...four, lastDay: '2026-03-01', excusedDays: ['2026-03-02', '2026-03-03'] }
    expect(liveStreak(streak, '2026-03-04')).toBe(4)
    expect(streakAfterClaim(streak, '2026-03-04')).toBe(5)
    expect(liveStreak(streak, '2026-03-05')).toBe(0)
    expect(liveStreak({ ...streak, excusedDays: ['2026-03-02'] }, '2026-03-04')).toBe(0)
  })

  it('holds across a day that its zone never had [learning.zone-skipped-days]', () => {
    // Samoa went from 29 to 31 December 2011.
    const streak = { ...four, lastDay: '2011-12-29', timeZone: 'Pacific/Apia' }
    expect(liveStreak(streak, '2011-12-31')).toBe(4)
    expect(streakAfterClaim(streak, '2011-12-31')).toBe(5)
    expect(liveStreak(streak, '2012-01-01')).toBe(0)
    expect(liveStreak({ ...streak, timeZone: 'Pacific/Auckland' }, '2011-12-31')).toBe(0)
    // A rest day is kept for a day that was there.
    expect(liveStreak({ ...streak, restDays: 1 }, '2012-01-01')).toBe(4)
  })

  it('from long ago is resolved without scanning every day', () => {
    expect(liveStreak({ ...four, lastDay: '1970-01-01' }, '9999-12-31')).toBe(0)
  })
})

describe('days lost to a change of time zone', () => {
  it.each([
    ['2026-03-02', '2026-03-02', []],
    ['2026-03-02', '2026-03-03', ['2026-03-02']],
    ['2026-02-28', '2026-03-02', ['2026-02-28', '2026-03-01']],
  ])('from %s to %s', (before, after, lost) => {
    expect(daysLostToChange(before, after)).toEqual(lost)
  })
})

it.each([
  [true, 5],
  [false, 0],
])('the streak as of a moment excuses the day lost to a change after the last claim: %s', (isAfterLastClaim, days) => {
  const change = { toZone: 'UTC', dayBefore: '2026-03-02', dayAfter: '2026-03-04', isAfterLastClaim }
  const history = { lastDay: '2026-03-02', days: 5, restDays: 0, changes: [change], firstZone: 'UTC' }
  expect(streakAsOf(history, new Date('2026-03-04T12:00:00Z'))).toBe(days)
})
