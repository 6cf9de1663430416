import type { Day } from '@aura/api/day'
import { dayFromNumber, dayNumber, hasDay } from './day.rules.ts'
import { daysLostToChange } from './streak.rules.ts'

/**
 * `streak`: run that is live. `earlier`: run that ended. `rested`: missed, but a rest day covered it. `won-back`:
 * missed, but the run was won back. `missed`: ended a run. `skipped`: lost to a time zone change.
 */
export type DayState = 'streak' | 'earlier' | 'rested' | 'won-back' | 'missed' | 'skipped' | 'empty'

export interface DayOfStreak {
  day: Day
  state: DayState
  streakDay: number | null
}

/** Returns the month as 'YYYY-MM'. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** Returns the whole weeks of a month, from Monday to Sunday. */
export function weeksOf(month: string): { from: Day; to: Day } {
  const [year = 0, index = 0] = month.split('-').map(Number)
  const first = dayNumber(`${month}-01`)
  const last = dayNumber(new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10))
  // Day 0, 1970-01-01, was a Thursday.
  const sinceMonday = (number: number) => (((number + 3) % 7) + 7) % 7
  return { from: dayFromNumber(first - sinceMonday(first)), to: dayFromNumber(last + 6 - sinceMonday(last)) }
}

/** Returns the days lost to changes of time zone, and those between two days that the present zone never had. */
export function skippedDays(
  changes: readonly { dayBefore: Day; dayAfter: Day }[],
  { timeZone, from, to }: { timeZone: string; from: Day; to: Day },
): Set<Day> {
  const lost = changes.flatMap(({ dayBefore, dayAfter }) => daysLostToChange(dayBefore, dayAfter))
  return new Set([...lost, ...daysLostToChange(from, to).filter((day) => !hasDay(timeZone, day))])
}

export interface CalendarFacts {
  from: Day
  to: Day
  today: Day
  /** Each claimed day's number within its run, from a week before `from`, so that a missed day is recognised. */
  claimed: ReadonlyMap<Day, number>
  skipped: ReadonlySet<Day>
  rested: ReadonlySet<Day>
  /** From the missed day to the one on which the run was won back. */
  wonBack: readonly { from: Day; to: Day }[]
  runStart: Day | null
}

export function calendarDays({
  from,
  to,
  today,
  claimed,
  skipped,
  rested,
  wonBack,
  runStart,
}: CalendarFacts): DayOfStreak[] {
  const stateOf = (number: number): DayState => {
    const day = dayFromNumber(number)
    if (claimed.has(day)) return runStart !== null && day >= runStart ? 'streak' : 'earlier'
    if (skipped.has(day)) return 'skipped'
    if (rested.has(day)) return 'rested'
    if (wonBack.some((span) => span.from <= day && day < span.to)) return 'won-back'
    if (day >= today) return 'empty'
    let before = number - 1
    const isHeld = (held: Day) => !claimed.has(held) && (skipped.has(held) || rested.has(held))
    while (isHeld(dayFromNumber(before))) before -= 1
    return claimed.has(dayFromNumber(before)) ? 'missed' : 'empty'
  }
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, i) => {
    const number = dayNumber(from) + i
    const day = dayFromNumber(number)
    return { day, state: stateOf(number), streakDay: claimed.get(day) ?? null }
  })
}

/** Returns the zone that the first later change left, otherwise the current one. */
export function timeZoneAt(
  at: Date,
  changes: readonly { changedAt: Date; fromZone: string }[],
  timeZone: string,
): string {
  return changes.find(({ changedAt }) => at < changedAt)?.fromZone ?? timeZone
}
