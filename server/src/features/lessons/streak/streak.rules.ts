import { type Day, dayFromNumber, dayNumber, dayOf } from '../day.rules.ts'

export interface Streak {
  days: number
  lastDay: Day | null
  /** Days without a claim that do not count as missed. */
  excusedDays: readonly Day[]
}

/** 0 as soon as a day was missed, not only at the next claim. */
export function liveStreak({ days, lastDay, excusedDays }: Streak, today: Day): number {
  if (lastDay === null) return 0
  // Backwards from yesterday: a long absence is resolved at its most recent missed day.
  for (let number = dayNumber(today) - 1; number > dayNumber(lastDay); number--) {
    if (!excusedDays.includes(dayFromNumber(number))) return 0
  }
  return days
}

export function streakAfterClaim(streak: Streak, today: Day): number {
  return streak.lastDay !== null && today <= streak.lastDay ? streak.days : liveStreak(streak, today) + 1
}

export function daysLostToChange(dayBefore: Day, dayAfter: Day): Day[] {
  const lost: Day[] = []
  for (let number = dayNumber(dayBefore); number < dayNumber(dayAfter); number++) lost.push(dayFromNumber(number))
  return lost
}

export interface History {
  lastDay: Day | null
  days: number
  /** Oldest first; those after the last claim excuse the days they took. */
  changes: readonly { toZone: string; dayBefore: Day; dayAfter: Day; isAfterLastClaim: boolean }[]
  firstZone: string
}

export function streakAsOf({ lastDay, days, changes, firstZone }: History, at: Date): number {
  const latest = changes.at(-1)
  const setting = { timeZone: latest?.toZone ?? firstZone, dayFloor: latest?.dayAfter ?? null }
  const excusedDays = changes
    .filter(({ isAfterLastClaim }) => isAfterLastClaim)
    .flatMap(({ dayBefore, dayAfter }) => daysLostToChange(dayBefore, dayAfter))
  return liveStreak({ days, lastDay, excusedDays }, dayOf(at, setting))
}
