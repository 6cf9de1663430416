import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalTimeZone, dayEndsAt, dayFromNumber, dayNumber, dayOf, timeZoneOrUtc } from './day.rules.ts'

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT-14', 'Etc/GMT+12', 'Pacific/Kiritimati', 'Pacific/Niue']
const HOUR = 3_600_000

const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2040, 0, 1) }).map((ms) => new Date(ms))
const setting = (at: Date) =>
  fc.record({
    timeZone: zone,
    dayFloor: fc.option(
      fc.integer({ min: -3, max: 1 }).map((days) => dayFromNumber(Math.floor(at.getTime() / (24 * HOUR)) + days)),
    ),
  })
const momentAndSetting = moment.chain((at) => fc.tuple(fc.constant(at), setting(at)))

const localDay = (at: Date, timeZone: string) => at.toLocaleDateString('sv-SE', { timeZone })

describe('a user’s day', () => {
  it('is the calendar day of their time zone, and never before its floor [learning.day-own-calendar]', () => {
    fc.assert(
      fc.property(momentAndSetting, ([at, { timeZone, dayFloor }]) => {
        const local = localDay(at, timeZone)
        const expected = dayFloor !== null && dayFloor > local ? dayFloor : local
        expect(dayOf(at, { timeZone, dayFloor })).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('never goes back over time', () => {
    fc.assert(
      fc.property(momentAndSetting, fc.integer({ min: 0, max: 72 * HOUR }), ([at, mine], laterMs) => {
        expect(dayOf(new Date(at.getTime() + laterMs), mine) >= dayOf(at, mine)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('ends at the first moment of the next', () => {
    fc.assert(
      fc.property(momentAndSetting, ([at, mine]) => {
        const end = dayEndsAt(at, mine)
        expect(end.getTime()).toBeGreaterThan(at.getTime())
        const today = dayOf(at, mine)
        expect(dayOf(new Date(end.getTime() - 1), mine)).toBe(today)
        expect(dayOf(end, mine)).toBe(dayFromNumber(dayNumber(today) + 1))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a day with a clock change', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
    ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00Z'],
    // The clock changes at midnight, so that the day has no 00:00, or its last hour twice.
    ['America/Havana', '2026-03-08', 23, '2026-03-08T05:00:00Z'],
    ['America/Santiago', '2026-09-06', 23, '2026-09-06T04:00:00Z'],
    ['America/Santiago', '2026-04-04', 25, '2026-04-04T03:00:00Z'],
    ['Asia/Tokyo', '2026-03-29', 24, '2026-03-28T15:00:00Z'],
  ])('in %s, %s, is one day of %s hours [learning.day-dst]', (timeZone, day, hours, start) => {
    const mine = { timeZone, dayFloor: null }
    const begin = new Date(start)
    expect(dayOf(new Date(begin.getTime() - 1), mine)).toBe(dayFromNumber(dayNumber(day) - 1))
    expect(dayOf(begin, mine)).toBe(day)
    expect((dayEndsAt(begin, mine).getTime() - begin.getTime()) / HOUR).toBe(hours)
  })

  it('may be skipped entirely, as in Samoa', () => {
    const mine = { timeZone: 'Pacific/Apia', dayFloor: null }
    const end = dayEndsAt(new Date('2011-12-29T12:00:00Z'), mine)
    expect(end.toISOString()).toBe('2011-12-30T10:00:00.000Z')
    expect(dayOf(end, mine)).toBe('2011-12-31')
  })
})

describe('a time zone name', () => {
  it('may be any the platform knows', () => {
    expect(ZONES.filter((name) => canonicalTimeZone(name) === null)).toEqual([])
  })

  it.each(['', ' ', '+02:00', '-11', '05:30', 'Mars/Olympus', 'Europe/Berlin ', ' UTC', 'Europe', '../../etc/passwd'])(
    '%j is invalid',
    (name) => {
      expect(canonicalTimeZone(name)).toBeNull()
    },
  )

  it('resolves to one canonical spelling', () => {
    for (const name of ZONES) {
      const stored = canonicalTimeZone(name) ?? ''
      expect(canonicalTimeZone(stored)).toBe(stored)
      expect(canonicalTimeZone(name.toLowerCase())).toBe(stored)
    }
    expect([canonicalTimeZone('Europe/Kyiv'), canonicalTimeZone('Asia/Kolkata')]).toEqual([
      'Europe/Kiev',
      'Asia/Calcutta',
    ])
  })

  it('defaults to UTC', () => {
    expect([undefined, 'Etc/Unknown', 'undefined', 'asia/tokyo'].map(timeZoneOrUtc)).toEqual([
      'UTC',
      'UTC',
      'UTC',
      'Asia/Tokyo',
    ])
  })
})

it('days are numbered from 1970, and back', () => {
  expect(dayNumber('1970-01-01')).toBe(0)
  expect(dayNumber('2026-03-02')).toBe(20_514)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), (number) => {
      expect(dayNumber(dayFromNumber(number))).toBe(number)
    }),
  )
})
