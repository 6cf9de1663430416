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

/** A round of reminders in one time zone: of its hour from `firstHour` on, and at last the one before midnight. */
export interface Round {
  timeZone: string
  day: Day
  step: number
}

/** Null for the last call, which concerns everybody whose streak is at stake. */
export const hourOfRound = ({ step }: Round): number | null => (step < LAST_CALL ? firstHour + step : null)

export function dueAt({ timeZone, day, step }: Round): Date {
  if (step < LAST_CALL) return hourStartsAt(day, firstHour + step, timeZone)
  return new Date(startOfNextDay(day, timeZone).getTime() - lastCallHours * 3_600_000)
}

const firstOf = (timeZone: string, day: Day): Round => ({ timeZone, day, step: 0 })

/** After an outage, rounds of the day that may still go out follow; those of earlier days are dropped. */
export function nextRound(round: Round, at: Date): Round {
  const { timeZone, day, step } = round
  const today = dayOf(at, { timeZone, dayFloor: null })
  if (day < today) return firstOf(timeZone, today)
  return step < LAST_CALL ? { ...round, step: step + 1 } : firstOf(timeZone, dayFromNumber(dayNumber(day) + 1))
}

/** The first that is still ahead. */
export function firstRound(timeZone: string, at: Date): Round {
  let round = firstOf(timeZone, dayOf(at, { timeZone, dayFloor: null }))
  while (dueAt(round) < at) round = nextRound(round, at)
  return round
}

/** In time, and not at night but for the last call. */
export function mayGoOut(round: Round, at: Date): boolean {
  if (dayOf(at, { timeZone: round.timeZone, dayFloor: null }) !== round.day) return false
  const hour = hourOf(at, round.timeZone)
  return round.step === LAST_CALL || (hour >= firstHour && hour <= lastHour)
}

const startOfNextDay = (day: Day, timeZone: string): Date => dayStartsAt(dayFromNumber(dayNumber(day) + 1), timeZone)

/** When the last call of a moment's day is of no more use. */
export const lastCallEndsAt = (sentAt: Date, timeZone: string): Date =>
  startOfNextDay(dayOf(sentAt, { timeZone, dayFloor: null }), timeZone)

/** When something sent at the person's hour is of no more use: after an hour, and before the night. */
export function hourlyEndsAt(sentAt: Date, timeZone: string): Date {
  const night = hourStartsAt(dayOf(sentAt, { timeZone, dayFloor: null }), lastHour + 1, timeZone)
  return new Date(Math.min(sentAt.getTime() + 3_600_000, night.getTime()))
}

export type Learner = DaySetting & Streak

/**
 * Whether this round is the person's: it is their own day, which differs from the zone's for a while after a change of
 * zone, nothing has counted for it yet, and they have not stayed away. For the last call, a streak is at stake.
 */
export function isDueFor(round: Round, learner: Learner, at: Date): boolean {
  if (learner.timeZone !== round.timeZone || dayOf(at, learner) !== round.day) return false
  if (hasLearnedToday(learner, at)) return false
  if (round.step === LAST_CALL) return readStreak(learner, at) >= lastCallStreak
  return learner.lastDay === null || dayNumber(round.day) - dayNumber(learner.lastDay) <= awayDays
}

/** The hour in which most of these moments were; of several, the latest's. Null without any. `moments` are latest first. */
export function usualHour(moments: readonly Date[], timeZone: string): number | null {
  const hours = moments.map((at) => Math.min(Math.max(hourOf(at, timeZone), firstHour), lastHour))
  const counts = Map.groupBy(hours, (hour) => hour)
  let best: number | null = null
  for (const [hour, all] of counts) if (best === null || all.length > (counts.get(best)?.length ?? 0)) best = hour
  return best
}
