import type { Day } from '@aura/api/day'
import { REST_DAYS } from '@aura/api/rules/streak'
import { dayFromNumber, dayNumber, dayOf, hasDay } from './day.rules.ts'

export interface Streak {
  days: number
  lastDay: Day | null
  timeZone: string
  /** Days without a claim that do not count as missed. */
  excusedDays: readonly Day[]
  /** Rest days kept at the last claim. */
  restDays: number
}

export interface RestProgress {
  restProgress: number
  /** The latest day that counts towards the next rest day. */
  restCountedOn: Day | null
}

export interface Absence {
  rested: Day[]
  /** The missed day that ended the run; null while it lives. */
  missedOn: Day | null
}

/**
 * Returns the state of the days between the last claim and today. Each missed day uses a rest day as it ends, so no job
 * has to run at midnight: the result for a moment is the same whenever it is computed.
 */
export function absenceOf({ lastDay, timeZone, excusedDays, restDays }: Omit<Streak, 'days'>, today: Day): Absence {
  const rested: Day[] = []
  if (lastDay === null) return { rested, missedOn: null }
  for (let number = dayNumber(lastDay) + 1; number < dayNumber(today); number++) {
    const day = dayFromNumber(number)
    if (excusedDays.includes(day) || !hasDay(timeZone, day)) continue
    if (rested.length === restDays) return { rested, missedOn: day }
    rested.push(day)
  }
  return { rested, missedOn: null }
}

/** Returns 0 as soon as a day was missed without a rest day, not only at the next claim. */
export function liveStreak(streak: Streak, today: Day): number {
  return streak.lastDay === null || absenceOf(streak, today).missedOn !== null ? 0 : streak.days
}

/** Returns whether a rest day would cover today without a lesson or review. */
export function restCoversToday(streak: Streak, today: Day): boolean {
  const { rested, missedOn } = absenceOf(streak, dayFromNumber(dayNumber(today) + 1))
  return missedOn === null && rested.includes(today)
}

/** Returns the rest days left today, and the days counted towards the next. Both start again with a new run. */
export function restOf(streak: Streak & RestProgress, today: Day): { kept: number; progress: number } {
  const { rested, missedOn } = absenceOf(streak, today)
  if (missedOn !== null) return { kept: 0, progress: 0 }
  return { kept: streak.restDays - rested.length, progress: streak.restProgress }
}

export function streakAfterClaim(streak: Streak, today: Day): number {
  return streak.lastDay !== null && today <= streak.lastDay ? streak.days : liveStreak(streak, today) + 1
}

export interface CountedDay extends RestProgress {
  days: number
  restDays: number
  /** Days before today that rest days covered. */
  restedDays: Day[]
}

/**
 * Counts a day. `isFull`: the day now has a review or all of its lessons. It counts once towards a rest day; while the
 * maximum of rest days is kept, none counts.
 */
export function countDay(streak: Streak & RestProgress, today: Day, isFull: boolean): CountedDay {
  const { kept, progress } = restOf(streak, today)
  const counted = {
    days: streakAfterClaim(streak, today),
    restDays: kept,
    restProgress: progress,
    restCountedOn: streak.restCountedOn,
    restedDays: absenceOf(streak, today).rested,
  }
  if (!isFull || (streak.restCountedOn !== null && today <= streak.restCountedOn)) return counted
  counted.restCountedOn = today
  if (kept >= REST_DAYS.kept) return counted
  return progress + 1 < REST_DAYS.earnedBy
    ? { ...counted, restProgress: progress + 1 }
    : { ...counted, restDays: kept + 1, restProgress: 0 }
}

export function daysLostToChange(dayBefore: Day, dayAfter: Day): Day[] {
  const lost: Day[] = []
  for (let number = dayNumber(dayBefore); number < dayNumber(dayAfter); number++) lost.push(dayFromNumber(number))
  return lost
}

export interface History {
  lastDay: Day | null
  days: number
  restDays: number
  /** Changes, oldest first; those after the last claim excuse the days they took. */
  changes: readonly { toZone: string; dayBefore: Day; dayAfter: Day; isAfterLastClaim: boolean }[]
  firstZone: string
}

export function streakAsOf({ lastDay, days, restDays, changes, firstZone }: History, at: Date): number {
  const latest = changes.at(-1)
  const setting = { timeZone: latest?.toZone ?? firstZone, dayFloor: latest?.dayAfter ?? null }
  const excusedDays = changes
    .filter(({ isAfterLastClaim }) => isAfterLastClaim)
    .flatMap(({ dayBefore, dayAfter }) => daysLostToChange(dayBefore, dayAfter))
  return liveStreak({ days, lastDay, timeZone: setting.timeZone, excusedDays, restDays }, dayOf(at, setting))
}
