import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber, dayOf } from './day.rules.ts'
import { dayStartsAt, hourOf, hourStartsAt } from './hour.rules.ts'

const iso = (at: Date) => at.toISOString()

describe('the start of an hour', () => {
  it('follows the zone, before and after its clocks change', () => {
    expect(iso(hourStartsAt('2026-03-28', 19, 'Europe/Berlin'))).toBe('2026-03-28T18:00:00.000Z')
    expect(iso(hourStartsAt('2026-03-29', 19, 'Europe/Berlin'))).toBe('2026-03-29T17:00:00.000Z')
    expect(iso(hourStartsAt('2026-10-25', 7, 'Europe/Berlin'))).toBe('2026-10-25T06:00:00.000Z')
    expect(iso(hourStartsAt('2026-06-01', 8, 'Asia/Kathmandu'))).toBe('2026-06-01T02:15:00.000Z')
    expect(iso(hourStartsAt('2026-06-01', 21, 'Pacific/Kiritimati'))).toBe('2026-06-01T07:00:00.000Z')
  })

  it('is of that day and hour in every zone, around the days on which clocks change', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const setting = { timeZone, dayFloor: null }
      for (const changed of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01']) {
        for (const day of [changed, dayFromNumber(dayNumber(changed) + 1)]) {
          const start = dayStartsAt(day, timeZone)
          const before = dayOf(new Date(start.getTime() - 1), setting)
          expect([timeZone, dayOf(start, setting), before < day]).toEqual([timeZone, day, true])
        }
        for (const hour of [7, 21]) {
          const at = hourStartsAt(changed, hour, timeZone)
          const shown = [dayOf(at, setting), hourOf(at, timeZone), hourOf(new Date(at.getTime() - 1), timeZone)]
          expect([timeZone, ...shown]).toEqual([timeZone, changed, hour, hour - 1])
        }
      }
    }
  })
})
