import type { Day } from '@aura/api/day'
import { dayFromNumber, dayNumber, dayOf } from './day.rules.ts'
import { dayStartsAt } from './hour.rules.ts'

/** The time zones of a user's days. */
export interface DayHistory {
  firstZone: string
  /** Changes of the time zone, oldest first. */
  changes: readonly { changedAt: Date; toZone: string; dayAfter: Day }[]
}

/** A user's week, from Monday to Sunday of their own days. */
export interface OwnWeek {
  monday: Day
  startsAt: Date
  /** The first moment of the next week. */
  endsAt: Date
}

/** Returns the days since Monday. 1970-01-01 was a Thursday. */
const sinceMonday = (day: Day): number => (((dayNumber(day) + 3) % 7) + 7) % 7

/** Returns 0 for Monday, up to 6. */
export const weekdayOf = sinceMonday

export const daysAfter = (day: Day, days: number): Day => dayFromNumber(dayNumber(day) + days)

export const mondayOf = (day: Day): Day => daysAfter(day, -sinceMonday(day))

export function ownDayAt({ firstZone, changes }: DayHistory, at: Date): Day {
  const latest = changes.findLast(({ changedAt }) => changedAt <= at)
  return dayOf(at, { timeZone: latest?.toZone ?? firstZone, dayFloor: latest?.dayAfter ?? null })
}

const starts = new Map<string, Date>()
const MAX_STARTS = 5_000

/** Cached, because many people of a zone have the same. */
function startOf(day: Day, timeZone: string): Date {
  const key = `${day} ${timeZone}`
  let start = starts.get(key)
  if (!start) {
    if (starts.size >= MAX_STARTS) starts.clear()
    start = dayStartsAt(day, timeZone)
    starts.set(key, start)
  }
  return start
}

/** Returns the first moment at which the user's own day is this one or a later one. */
function ownDayStartsAt({ firstZone, changes }: DayHistory, day: Day): Date {
  let [timeZone, from] = [firstZone, new Date(-8.64e15)]
  for (const { changedAt, toZone, dayAfter } of changes) {
    const start = startIn(timeZone, from)
    if (start < changedAt) return start
    // This holds even in a zone where the day begins later: a change made at its beginning stays on it.
    if (dayAfter >= day) return changedAt
    ;[timeZone, from] = [toZone, changedAt]
  }
  return startIn(timeZone, from)

  function startIn(zone: string, since: Date): Date {
    const start = startOf(day, zone)
    return start < since ? since : start
  }
}

/** Returns the week. Own days never go back, so each moment is in exactly one week. */
export const ownWeek = (history: DayHistory, monday: Day): OwnWeek => ({
  monday,
  startsAt: ownDayStartsAt(history, monday),
  endsAt: ownDayStartsAt(history, daysAfter(monday, 7)),
})
