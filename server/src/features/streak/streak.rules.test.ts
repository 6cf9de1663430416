import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber } from './day.rules.ts'
import { daysLostToChange, liveStreak, type Streak, streakAfterClaim } from './streak.rules.ts'

const none: Streak = { days: 0, lastDay: null, excusedDays: [], restDays: 0 }

describe('a streak', () => {
  it('starts with the first claim', () => {
    expect(liveStreak(none, '2026-03-02')).toBe(0)
    expect(streakAfterClaim(none, '2026-03-02')).toBe(1)
  })

  it('survives today and tomorrow and ends the day after', () => {
    const streak = { days: 4, lastDay: '2026-02-28', excusedDays: [], restDays: 0 }
    expect(liveStreak(streak, '2026-02-28')).toBe(4)
    expect(liveStreak(streak, '2026-03-01')).toBe(4)
    expect(liveStreak(streak, '2026-03-02')).toBe(0)
  })

  it('grows once a day and restarts after a missed day', () => {
    const streak = { days: 4, lastDay: '2026-02-28', excusedDays: [], restDays: 0 }
    expect(streakAfterClaim(streak, '2026-02-28')).toBe(4)
    expect(streakAfterClaim(streak, '2026-03-01')).toBe(5)
    expect(streakAfterClaim(streak, '2026-03-02')).toBe(1)
  })

  it('skips excused days without counting them, and no others', () => {
    const streak = { days: 4, lastDay: '2026-03-01', excusedDays: ['2026-03-02', '2026-03-03'], restDays: 0 }
    expect(liveStreak(streak, '2026-03-04')).toBe(4)
    expect(streakAfterClaim(streak, '2026-03-04')).toBe(5)
    expect(liveStreak(streak, '2026-03-05')).toBe(0)
    expect(liveStreak({ ...streak, excusedDays: ['2026-03-02'] }, '2026-03-04')).toBe(0)
  })

  it('from long ago is resolved without scanning every day', () => {
    expect(liveStreak({ days: 9, lastDay: '1970-01-01', excusedDays: [], restDays: 0 }, '9999-12-31')).toBe(0)
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

/** A number of claims, or a day lost to a change of time zone. */
type Event = number | 'excused'

function countedBack(events: readonly Event[], today: number): number {
  let days = 0
  for (let day = today; day >= 0; day--) {
    const event = events[day]
    if (typeof event === 'number' && event > 0) days++
    else if (event !== 'excused' && day !== today) return days
  }
  return days
}

it('an incremental streak equals a recount over any history', () => {
  const event = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.constant('excused' as const) },
  )
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (events) => {
      let streak: Streak = none
      for (const [index, happened] of events.entries()) {
        const today = dayFromNumber(20_000 + index)
        const soFar = events.slice(0, index)
        expect(liveStreak(streak, today)).toBe(countedBack([...soFar, 0], index))
        if (happened === 'excused') streak = { ...streak, excusedDays: [...streak.excusedDays, today] }
        else {
          for (let claim = 0; claim < happened; claim++) {
            streak = { days: streakAfterClaim(streak, today), lastDay: today, excusedDays: [], restDays: 0 }
          }
          expect(liveStreak(streak, today)).toBe(countedBack([...soFar, happened], index))
        }
      }
    }),
    { numRuns: 500 },
  )
})
