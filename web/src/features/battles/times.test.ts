import { describe, expect, it } from 'vitest'
import { clockTime, countdown, dayName, isNear } from './times.ts'
import { zonedDate, zonedMoment } from './zoned-time.ts'

describe('times of battles', () => {
  it.each([
    [0, '00:00:00'],
    [-5_000, '00:00:00'],
    [1, '00:00:01'],
    [6_429_000, '01:47:09'],
    [100 * 3_600_000, '100:00:00'],
  ])('counts %i ms down as %s', (ms, text) => expect(countdown(ms)).toBe(text))

  it('names clock and day in a zone, and says when there is none [battles.text-not-scheduled]', () => {
    expect(clockTime('2026-03-02T23:30:00Z', 'Africa/Lagos')).toBe('00:30')
    expect(dayName('2026-03-02T23:30:00Z', 'Africa/Lagos')).toBe('Tue 3 Mar')
    expect(dayName('2026-03-02T23:30:00Z', 'UTC')).toBe('Mon 2 Mar')
    expect([clockTime(null), dayName(undefined), clockTime('soon')]).toEqual(Array(3).fill('Not scheduled'))
  })

  it('counts down two days ahead, and names the day beyond', () => {
    const now = Date.parse('2026-03-02T12:00:00Z')
    expect(isNear('2026-03-04T11:59:00Z', now)).toBe(true)
    expect(isNear('2026-03-04T12:01:00Z', now)).toBe(false)
  })
})

describe('a moment in a zone', () => {
  it.each([
    ['2026-03-02', '12:00', 'UTC', '2026-03-02T12:00:00.000Z'],
    ['2026-03-02', '12:00', 'Africa/Lagos', '2026-03-02T11:00:00.000Z'],
    ['2026-07-01', '00:30', 'America/St_Johns', '2026-07-01T03:00:00.000Z'],
    ['2026-03-02', '00:00', 'Pacific/Kiritimati', '2026-03-01T10:00:00.000Z'],
    // Left out in spring, and shown twice in autumn.
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, iso) => {
    expect(zonedMoment(date, time, zone)?.toISOString()).toBe(iso)
  })

  it('is none for what is no date or no time', () => {
    expect(zonedMoment('', '12:00', 'UTC')).toBeNull()
    expect(zonedMoment('2026-03-02', '', 'UTC')).toBeNull()
  })

  it('names the date that clocks there show', () => {
    expect(zonedDate(Date.parse('2026-03-02T23:30:00Z'), 'Africa/Lagos')).toBe('2026-03-03')
    expect(zonedDate(Date.parse('2026-03-02T04:00:00Z'), 'America/New_York')).toBe('2026-03-01')
  })
})
