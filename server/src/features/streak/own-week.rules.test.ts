import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from './day.rules.ts'
import { type DayHistory, daysAfter, mondayOf, ownDayAt, ownWeek } from './own-week.rules.ts'

const HOUR_MS = 3_600_000
const zones = Intl.supportedValuesOf('timeZone')

/** Returns a history with changes as the product makes them: a change of zone never goes back before its day. */
function historyOf(firstZone: string, moves: readonly { toZone: string; atMs: number }[]): DayHistory {
  const history: DayHistory & { changes: DayHistory['changes'][number][] } = { firstZone, changes: [] }
  for (const { toZone, atMs } of [...moves].sort((a, b) => a.atMs - b.atMs)) {
    const changedAt = new Date(atMs)
    const dayBefore = ownDayAt(history, changedAt)
    const dayAfter = dayOf(changedAt, { timeZone: toZone, dayFloor: dayBefore })
    history.changes.push({ changedAt, toZone, dayAfter })
  }
  return history
}

const zone = fc.constantFrom(...zones)
const MONDAY_MS = Date.parse('2025-03-24T00:00:00Z')
/**
 * Moments are mostly around the Mondays of three weeks, one of which follows a change of the clock, where days differ.
 */
const moment = fc
  .tuple(fc.constantFrom(0, 7, 14), fc.integer({ min: -40 * 60, max: 40 * 60 }))
  .map(([days, minutes]) => MONDAY_MS + days * 24 * HOUR_MS + minutes * 60_000)
const history = fc
  .tuple(zone, fc.array(fc.record({ toZone: zone, atMs: moment }), { maxLength: 4 }))
  .map(([first, moves]) => historyOf(first, moves))

describe('a week of one’s own', () => {
  it('is from Monday to Sunday', () => {
    expect(['2026-03-02', '2026-03-05', '2026-03-08'].map(mondayOf)).toEqual(Array(3).fill('2026-03-02'))
    expect(mondayOf('2026-03-09')).toBe('2026-03-09')
    expect(mondayOf('1969-12-31')).toBe('1969-12-29')
  })

  it('has each moment whose own day is in it, and no other, in any zone and through changes of zone and clock [recap.week]', () => {
    fc.assert(
      fc.property(history, moment, (lived, atMs) => {
        const at = new Date(atMs)
        const monday = mondayOf(ownDayAt(lived, at))
        const { startsAt, endsAt } = ownWeek(lived, monday)
        expect(startsAt <= at && at < endsAt).toBe(true)
        for (const other of [daysAfter(monday, -7), daysAfter(monday, 7)]) {
          const week = ownWeek(lived, other)
          expect(week.startsAt <= at && at < week.endsAt).toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('ends as the next begins', () => {
    fc.assert(
      fc.property(history, moment, (lived, atMs) => {
        const monday = mondayOf(ownDayAt(lived, new Date(atMs)))
        expect(ownWeek(lived, monday).endsAt).toEqual(ownWeek(lived, daysAfter(monday, 7)).startsAt)
      }),
    )
  })

  it('begins with a flight west at the very moment of midnight', () => {
    const changedAt = Date.parse('2026-03-08T17:00:00Z')
    const lived = historyOf('Asia/Barnaul', [{ toZone: 'America/Hermosillo', atMs: changedAt }])
    expect(ownWeek(lived, '2026-03-09').startsAt).toEqual(new Date(changedAt))
  })

  it('begins with a flight east that skips midnight', () => {
    const changedAt = Date.parse('2026-03-09T09:00:00Z')
    const lived = historyOf('Pacific/Honolulu', [{ toZone: 'Pacific/Auckland', atMs: changedAt }])
    expect(ownWeek(lived, '2026-03-09').startsAt).toEqual(new Date(changedAt))
  })
})
