import type { Day } from '@aura/api/day'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActiveDay, restReference } from '../../../../tests/server/rest-reference.ts'
import { dayEndsAt, dayOf } from './day.rules.ts'
import {
  absenceOf,
  countDay,
  daysLostToChange,
  liveStreak,
  type RestProgress,
  restOf,
  type Streak,
} from './streak.rules.ts'

const NONE: Streak & RestProgress = {
  days: 0,
  lastDay: null,
  timeZone: 'UTC',
  excusedDays: [],
  restDays: 0,
  restProgress: 0,
  restCountedOn: null,
}

/** Returns the learner after claims, as the database stores it. */
const claimed = (learner: typeof NONE, today: Day, isFull: boolean): typeof NONE => {
  const { restedDays: _, ...counted } = countDay(learner, today, isFull)
  const lastDay = learner.lastDay !== null && learner.lastDay > today ? learner.lastDay : today
  return { ...counted, lastDay, timeZone: learner.timeZone, excusedDays: [] }
}

const day = (number: number): Day => `2026-03-${String(number).padStart(2, '0')}`

describe('rest days', () => {
  const week = Array.from({ length: 7 }, (_, i) => i + 1).reduce((learner, n) => claimed(learner, day(n), true), NONE)

  it('are earned by seven full days, and hold a missed day without counting it [learning.rest-days]', () => {
    expect(restOf(week, day(7))).toEqual({ kept: 1, progress: 0 })
    expect([liveStreak(week, day(8)), liveStreak(week, day(9)), liveStreak(week, day(10))]).toEqual([7, 7, 0])
    expect(absenceOf(week, day(9))).toEqual({ rested: [day(8)], missedOn: null })
    expect(absenceOf(week, day(30))).toEqual({ rested: [day(8)], missedOn: day(9) })
    expect(countDay(week, day(9), false)).toMatchObject({ days: 8, restDays: 0, restedDays: [day(8)] })
    expect(countDay(week, day(10), true)).toMatchObject({ days: 1, restDays: 0, restProgress: 1 })
  })

  it('count a day once, when it becomes full', () => {
    const partly = claimed(NONE, day(1), false)
    expect(partly.restProgress).toBe(0)
    const full = claimed(partly, day(1), true)
    expect([full.restProgress, claimed(full, day(1), true).restProgress]).toEqual([1, 1])
  })
})

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Niue']
const HOUR = 3_600_000

type Step = { do: 'some' | 'all' | 'wait' | 'move'; hours: number; zone: string }
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 14, arbitrary: fc.constant('all' as const) },
    { weight: 1, arbitrary: fc.constant('some' as const) },
    { weight: 2, arbitrary: fc.constant('wait' as const) },
    { weight: 1, arbitrary: fc.constant('move' as const) },
  ),
  hours: fc.oneof(
    { weight: 12, arbitrary: fc.constant(24) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) },
  ),
  zone: fc.constantFrom(...ZONES),
})

/** Days before both changes of the clock, in the north and in the south. */
const start = fc
  .tuple(fc.constantFrom('2026-03-01', '2026-10-10', '2026-09-28', '2027-03-20'), fc.integer({ min: 0, max: 23 }))
  .map(([from, hour]) => Date.parse(`${from}T00:00:00Z`) + hour * HOUR)

it('rest days equal a walk over every midnight, for any history in any zones [learning.rest-days]', () => {
  let rested = 0
  fc.assert(
    fc.property(
      start,
      fc.constantFrom(...ZONES),
      fc.array(step, { minLength: 25, maxLength: 60 }),
      (from, zone, steps) => {
        let at = from
        let setting = { timeZone: zone, dayFloor: null as Day | null }
        let learner = NONE
        const days: ActiveDay[] = []
        const reach = (today: Day) => {
          const last = days.at(-1)
          if (!last) days.push({ day: today, learned: 'nothing', isLost: false })
          for (let number = days.length; (days.at(-1)?.day ?? today) < today; number++) {
            const next = new Date(Date.parse(`${days[number - 1]?.day}T00:00:00Z`) + 24 * HOUR)
            days.push({ day: next.toISOString().slice(0, 10), learned: 'nothing', isLost: false })
          }
          return days.at(-1) as ActiveDay
        }
        const held: Day[] = []
        const check = () => {
          const today = dayOf(new Date(at), setting)
          reach(today)
          const expected = restReference(days)
          expect(liveStreak(learner, today)).toBe(expected.streak)
          if (expected.streak > 0)
            expect(restOf(learner, today)).toEqual({ kept: expected.kept, progress: expected.progress })
          expect([...held, ...absenceOf(learner, today).rested]).toEqual(expected.rested)
          rested += expected.rested.length
        }
        for (const each of steps) {
          const today = dayOf(new Date(at), setting)
          const entry = reach(today)
          if (each.do === 'move') {
            const moved = { timeZone: each.zone, dayFloor: today }
            const after = dayOf(new Date(at), moved)
            for (const lost of daysLostToChange(today, after)) {
              reach(lost).isLost = true
              learner = { ...learner, excusedDays: [...learner.excusedDays, lost] }
            }
            setting = { timeZone: each.zone, dayFloor: after }
          } else if (each.do !== 'wait') {
            if (learner.lastDay !== today) held.push(...countDay(learner, today, false).restedDays)
            if (entry.learned !== 'all') entry.learned = each.do
            learner = claimed(learner, today, entry.learned === 'all')
          }
          check()
          // Moves to the last moment of the day, and past it.
          at = Math.max(at, dayEndsAt(new Date(at), setting).getTime() - 1)
          check()
          at += 1
          check()
          at += Math.max(0, each.hours - 24) * HOUR
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(rested).toBeGreaterThan(0)
})
