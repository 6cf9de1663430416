import { describe, expect, it } from 'vitest'
import {
  dueAt,
  firstRound,
  hourlyEndsAt,
  isDueFor,
  lastCallEndsAt,
  mayGoOut,
  nextRound,
  type Round,
  usualHour,
} from './rounds.ts'

const round = (timeZone: string, day: string, step: number): Round => ({ timeZone, day, step })
const LAST_CALL = 15
const learner = (more: object = {}) => ({
  timeZone: 'UTC',
  dayFloor: null,
  days: 3,
  lastDay: '2026-03-01',
  excusedDays: [],
  restDays: 0,
  ...more,
})

describe('rounds', () => {
  it('are at each hour from 7 to 21, and two hours before midnight, right through clock changes', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const day of ['2026-03-29', '2026-11-01']) {
        let next = round(timeZone, day, 0)
        let before = dueAt(next)
        for (let step = 1; step <= LAST_CALL; step++) {
          next = nextRound(next, before)
          const at = dueAt(next)
          expect([next.timeZone, next.day, next.step, mayGoOut(next, at), at >= before]).toEqual([
            timeZone,
            day,
            step,
            true,
            true,
          ])
          before = at
        }
        expect(nextRound(next, before).day > day).toBe(true)
      }
    }
  })

  it('go out two hours before midnight on a day of 23, of 25 and of 24 hours', () => {
    for (const [timeZone, day, at] of [
      ['America/Santiago', '2026-09-05', '2026-09-06T02:00:00.000Z'],
      ['America/Santiago', '2026-04-04', '2026-04-05T02:00:00.000Z'],
      ['Europe/Berlin', '2026-03-29', '2026-03-29T20:00:00.000Z'],
    ] as const)
      expect(dueAt(round(timeZone, day, LAST_CALL)).toISOString()).toBe(at)
  })

  it('start with the first that is ahead', () => {
    expect(firstRound('UTC', new Date('2026-03-02T12:00:01Z'))).toEqual(round('UTC', '2026-03-02', 6))
    expect(firstRound('UTC', new Date('2026-03-02T22:30:00Z'))).toEqual(round('UTC', '2026-03-03', 0))
  })

  it('of the day follow after an outage, but not at night, and those of earlier days are dropped', () => {
    const late = new Date('2026-03-02T22:10:00Z')
    expect(mayGoOut(round('UTC', '2026-03-02', 4), new Date('2026-03-02T14:00:00Z'))).toBe(true)
    expect(mayGoOut(round('UTC', '2026-03-02', 14), late)).toBe(false)
    expect(mayGoOut(round('UTC', '2026-03-02', LAST_CALL), late)).toBe(true)
    expect(mayGoOut(round('UTC', '2026-03-02', LAST_CALL), new Date('2026-03-03T00:00:00Z'))).toBe(false)
    expect(nextRound(round('UTC', '2026-03-02', 4), new Date('2026-03-09T06:00:00Z'))).toEqual(
      round('UTC', '2026-03-09', 0),
    )
  })
})

it('what a round sends is of use for an hour and not at night, its last call until midnight', () => {
  const ends = (endsAt: typeof hourlyEndsAt, at: string) => endsAt(new Date(at), 'Europe/Berlin').toISOString()
  expect(ends(hourlyEndsAt, '2026-03-02T11:00:00Z')).toBe('2026-03-02T12:00:00.000Z')
  expect(ends(hourlyEndsAt, '2026-03-02T20:40:00Z')).toBe('2026-03-02T21:00:00.000Z')
  expect(ends(lastCallEndsAt, '2026-03-02T21:00:00Z')).toBe('2026-03-02T23:00:00.000Z')
  expect(ends(lastCallEndsAt, '2026-03-02T22:50:00Z')).toBe('2026-03-02T23:00:00.000Z')
})

describe('a round concerns somebody', () => {
  const at = new Date('2026-03-02T19:00:00Z')
  const atNine = round('UTC', '2026-03-02', 12)
  const lastCall = round('UTC', '2026-03-02', LAST_CALL)

  it('while their day is open', () => {
    expect(isDueFor(atNine, learner(), at)).toBe(true)
    expect(isDueFor(atNine, learner({ lastDay: '2026-03-02' }), at)).toBe(false)
    expect(isDueFor(atNine, learner({ lastDay: null, days: 0 }), at)).toBe(true)
  })

  it('at the last call only with a live streak of three', () => {
    expect(isDueFor(lastCall, learner(), at)).toBe(true)
    expect(isDueFor(lastCall, learner({ days: 2 }), at)).toBe(false)
    expect(isDueFor(lastCall, learner({ lastDay: '2026-02-28' }), at)).toBe(false)
    expect(isDueFor(lastCall, learner({ lastDay: '2026-02-28', excusedDays: ['2026-03-01'] }), at)).toBe(true)
  })

  it('until they have been away for two weeks', () => {
    expect(isDueFor(atNine, learner({ lastDay: '2026-02-16' }), at)).toBe(true)
    expect(isDueFor(atNine, learner({ lastDay: '2026-02-15' }), at)).toBe(false)
  })

  it('in their own zone and on their own day only', () => {
    for (const timeZone of ['Europe/Berlin', 'Asia/Tokyo'])
      expect(isDueFor(atNine, learner({ timeZone }), at)).toBe(false)
    expect(isDueFor(atNine, learner({ dayFloor: '2026-03-03' }), at)).toBe(false)
  })
})

describe('the usual hour', () => {
  const times = (...list: string[]) => list.map((each) => new Date(`2026-03-0${each}Z`))

  it('is the most frequent, of several the latest', () => {
    expect(usualHour(times('5T19:20', '4T08:10', '3T08:50'), 'UTC')).toBe(8)
    expect(usualHour(times('5T19:20', '4T08:10'), 'UTC')).toBe(19)
    expect(usualHour([], 'UTC')).toBeNull()
  })

  it('is the person’s own, and never at night', () => {
    expect(usualHour(times('5T19:20'), 'America/New_York')).toBe(14)
    expect(usualHour(times('5T23:20'), 'UTC')).toBe(21)
    expect(usualHour(times('5T02:20'), 'UTC')).toBe(7)
  })
})
