import { describe, expect, it } from 'vitest'
import { timesIn } from '#lib/time/times'
import { clockTime, dayName, isNear } from './times.ts'

const UTC = timesIn('UTC')

describe('times of battles', () => {
  it('names clock and day in a zone, and says when there is none [battles.text-not-scheduled]', () => {
    expect(clockTime('2026-03-02T23:30:00Z', timesIn('Africa/Lagos'))).toBe('00:30')
    expect(dayName('2026-03-02T23:30:00Z', timesIn('Africa/Lagos'))).toBe('Tue 3 Mar')
    expect(dayName('2026-03-02T23:30:00Z', timesIn('UTC'))).toBe('Mon 2 Mar')
    expect([clockTime(null, UTC), dayName(undefined, UTC), clockTime('soon', UTC)]).toEqual(
      Array(3).fill('Not scheduled'),
    )
  })

  it('counts down a day ahead, and names the day beyond', () => {
    const now = Date.parse('2026-03-02T12:00:00Z')
    expect(isNear('2026-03-03T11:59:00Z', now)).toBe(true)
    expect(isNear('2026-03-03T12:01:00Z', now)).toBe(false)
  })
})
