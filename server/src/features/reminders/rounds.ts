import type { Day } from '@aura/api/day'
import { REMINDER_RULES } from '@aura/api/rules/reminders'
import {
  type DaySetting,
  dayFromNumber,
  dayNumber,
  dayOf,
  dayStartsAt,
  hasLearnedToday,
  hourOf,
  hourStartsAt,
  readStreak,
  type Streak,
} from '#features/streak'

const { firstHour, lastHour, lastCallHours, lastCallStreak, awayDays } = REMINDER_RULES
const LAST_CALL = lastHour - firstHour + 1

/** A round of reminders in a time zone: one per hour from `firstHour` on, and the last one before midnight. */
export interface Round {
  timeZone: string
  day: Day
  step: number
}

/** Returns the hour, or null for the last call, which is for everyone with a streak at stake. */
export const hourOfRound = ({ step }: Round): number | null => (step < LAST_CALL ? firstHour + step : null)

export function dueAt({ timeZone, day, step }: Round): Date {
  if (step < LAST_CALL) return hourStartsAt(day, firstHour + step, timeZone)
  return new Date(startOfNextDay(day, timeZone).getTime() - lastCallHours * 3_600_000)
}

const firstOf = (timeZone: string, day: Day): Round => ({ timeZone, day, step: 0 })

/** Returns the next round. After an outage, rounds of the same day follow; those of earlier days are dropped. */
export function nextRound(round: Round, at: Date): Round {
  const { timeZone, day, step } = round
  const today = dayOf(at, { timeZone, dayFloor: null })
  if (day < today) return firstOf(timeZone, today)
  return step < LAST_CALL ? { ...round, step: step + 1 } : firstOf(timeZone, dayFromNumber(dayNumber(day) + 1))
}

/** Returns the first round that is still ahead. */
export function firstRound(timeZone: string, at: Date): Round {
  let round = firstOf(timeZone, dayOf(at, { timeZone, dayFloor: null }))
  while (dueAt(round) < at) round = nextRound(round, at)
  return round
}

/** Returns whether the round is in time, and not at night unless it is the last call. */
export function mayGoOut(round: Round, at: Date): boolean {
  if (dayOf(at, { timeZone: round.timeZone, dayFloor: null }) !== round.day) return false
  const hour = hourOf(at, round.timeZone)
  return round.step === LAST_CALL || (hour >= firstHour && hour <= lastHour)
}

const startOfNextDay = (day: Day, timeZone: string): Date => dayStartsAt(dayFromNumber(dayNumber(day) + 1), timeZone)

/** Returns the expiry of a last call: the person's next midnight. */
export const lastCallEndsAt = (sentAt: Date, timeZone: string): Date =>
  startOfNextDay(dayOf(sentAt, { timeZone, dayFloor: null }), timeZone)

/** Returns the expiry of a message sent at the person's hour: after an hour, and before the night. */
export function hourlyEndsAt(sentAt: Date, timeZone: string): Date {
  const night = hourStartsAt(dayOf(sentAt, { timeZone, dayFloor: null }), lastHour + 1, timeZone)
  return new Date(Math.min(sentAt.getTime() + 3_600_000, night.getTime()))
}

export type Learner = DaySetting & Streak

/**
 * Returns whether this round is for the person: it is their own day, which temporarily differs from the zone's after a
 * change of zone, it has no lesson or review yet, and they have not stayed away. For the last call, a streak must be at
 * stake.
 */
export function isDueFor(round: Round, learner: Learner, at: Date): boolean {
  if (learner.timeZone !== round.timeZone || dayOf(at, learner) !== round.day) return false
  if (hasLearnedToday(learner, at)) return false
  if (round.step === LAST_CALL) return readStreak(learner, at) >= lastCallStreak
  return learner.lastDay === null || dayNumber(round.day) - dayNumber(learner.lastDay) <= awayDays
}

/** Returns the hour with most of these moments, latest first; of equal ones the latest. Null without moments. */
export function usualHour(moments: readonly Date[], timeZone: string): number | null {
  const hours = moments.map((at) => Math.min(Math.max(hourOf(at, timeZone), firstHour), lastHour))
  const counts = Map.groupBy(hours, (hour) => hour)
  let best: number | null = null
  for (const [hour, all] of counts) if (best === null || all.length > (counts.get(best)?.length ?? 0)) best = hour
  return best
}
