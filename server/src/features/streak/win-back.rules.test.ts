import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from './day.rules.ts'
import { brokenStreak, type ClaimedDay } from './win-back.rules.ts'

const BROKE_ON = '2026-03-16'
const dayAfter = (day: string, days: number) => dayFromNumber(dayNumber(day) + days)

/** Returns the days of a streak that ends on the day before it broke. */
const streakOf = (days: number, restDaysAfter = 0): ClaimedDay[] =>
  Array.from({ length: days }, (_, at) => ({
    day: dayAfter(BROKE_ON, at - days),
    streakAfter: at + 1,
    restDaysAfter,
  }))
const claim = (day: string, streakAfter: number): ClaimedDay => ({ day, streakAfter, restDaysAfter: 0 })
const broken = (
  claimed: readonly ClaimedDay[],
  today: string,
  more: { wonBackOn?: string; excusedDays?: string[] } = {},
) => brokenStreak({ claimed, today, timeZone: 'UTC', excusedDays: [], wonBackOn: null, ...more })

describe('a broken streak', () => {
  it.each([
    [14, '2026-03-17', 15],
    [14, '2026-03-23', 15],
    [13, '2026-03-17', null],
    [14, '2026-03-24', null],
    // It isn't missed before the day is over.
    [14, '2026-03-16', null],
  ])('of %i days, on %s, leads to %s [learning.streak-won-back]', (days, today, daysAfter) => {
    const found = broken(streakOf(days), today)
    expect(found).toEqual(daysAfter && { days, brokeOn: BROKE_ON, until: '2026-03-23', daysAfter })
  })

  it('goes on with the days learned since, today’s included once', () => {
    const since = [claim('2026-03-17', 1), claim('2026-03-18', 2), claim('2026-03-20', 1)]
    expect(broken([...streakOf(20), ...since], '2026-03-20')?.daysAfter).toBe(23)
    expect(broken([...streakOf(20), ...since], '2026-03-21')?.daysAfter).toBe(24)
  })

  it('broke after its rest days and skipped days were used up', () => {
    expect(broken(streakOf(20, 2), '2026-03-18')).toBeNull()
    expect(broken(streakOf(20, 2), '2026-03-19')).toMatchObject({ brokeOn: '2026-03-18', until: '2026-03-25' })
    expect(broken(streakOf(20), '2026-03-18', { excusedDays: [BROKE_ON] })).toMatchObject({ brokeOn: '2026-03-17' })
  })

  it.each([
    ['2025-12-17', 15],
    ['2025-12-18', null],
  ])('after one was won back on %s leads to %s', (wonBackOn, daysAfter) => {
    expect(broken(streakOf(14), '2026-03-17', { wonBackOn })?.daysAfter ?? null).toBe(daysAfter)
  })

  it('is never longer than it was with every day since', () => {
    const days = fc.record({ days: fc.integer({ min: 1, max: 40 }), late: fc.integer({ min: 0, max: 10 }) })
    fc.assert(
      fc.property(days, ({ days, late }) => {
        const found = broken(streakOf(days), dayAfter(BROKE_ON, late))
        expect(found !== null).toBe(days >= 14 && late >= 1 && late <= 7)
        if (found) expect(found.daysAfter).toBeLessThanOrEqual(days + late)
      }),
    )
  })
})
