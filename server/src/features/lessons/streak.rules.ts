import { type Day, dayFromNumber, dayNumber, dayOf } from './day.rules.ts'

export interface Streak {
  /** Length of the run that ended on `lastDay`. */
  days: number
  lastDay: Day | null
  /** Days that are not missed, although nothing was claimed on them. */
  excusedDays: readonly Day[]
}

/** The streak as it stands on `today`: 0 as soon as a day was missed, not only at the next claim. */
export function liveStreak({ days, lastDay, excusedDays }: Streak, today: Day): number {
  if (lastDay === null) return 0
  // Backwards from yesterday: a long absence is decided at its first missed day.
  for (let number = dayNumber(today) - 1; number > dayNumber(lastDay); number--) {
    if (!excusedDays.includes(dayFromNumber(number))) return 0
  }
  return days
}

/** The streak after a claim on `today`: one more on the first of a day, unchanged on the others. */
export function streakAfterClaim(streak: Streak, today: Day): number {
  return streak.lastDay !== null && today <= streak.lastDay ? streak.days : liveStreak(streak, today) + 1
}

/** The days a change of time zone takes from a person: the one it cuts short and any it jumps over. */
export function daysLostToChange(dayBefore: Day, dayAfter: Day): Day[] {
  const lost: Day[] = []
  for (let number = dayNumber(dayBefore); number < dayNumber(dayAfter); number++) lost.push(dayFromNumber(number))
  return lost
}

/** What is kept of a person's days, as far as it had come at some moment. */
export interface History {
  /** The last claim until then. */
  lastDay: Day | null
  days: number
  /** Changes of time zone until then, oldest first; those after the last claim excuse what they took. */
  changes: readonly { toZone: string; dayBefore: Day; dayAfter: Day; isAfterLastClaim: boolean }[]
  /** The zone before any of them. */
  firstZone: string
}

/** The streak a person had at a moment, from what had happened until then. */
export function streakAsOf({ lastDay, days, changes, firstZone }: History, at: Date): number {
  const latest = changes.at(-1)
  const setting = { timeZone: latest?.toZone ?? firstZone, dayFloor: latest?.dayAfter ?? null }
  const excusedDays = changes
    .filter(({ isAfterLastClaim }) => isAfterLastClaim)
    .flatMap(({ dayBefore, dayAfter }) => daysLostToChange(dayBefore, dayAfter))
  return liveStreak({ days, lastDay, excusedDays }, dayOf(at, setting))
}
