import type { Day } from '@aura/api/day'
import { WIN_BACK } from '@aura/api/rules/streak'
import { dayFromNumber, dayNumber } from './day.rules.ts'
import { absenceOf } from './streak.rules.ts'

/** A day that counted, after its last claim. */
export interface ClaimedDay {
  day: Day
  streakAfter: number
  restDaysAfter: number
}

export interface BrokenStreak {
  days: number
  /** The missed day that broke it. */
  brokeOn: Day
  /** The last day on which it can be won back. */
  until: Day
  /** The streak after winning it back today. */
  daysAfter: number
}

interface Learned {
  /** Oldest first, from at least the days in which a streak can still be won back. */
  claimed: readonly ClaimedDay[]
  today: Day
  timeZone: string
  excusedDays: readonly Day[]
  /** The latest day on which a streak was won back. */
  wonBackOn: Day | null
}

/**
 * Returns the latest long streak that broke in the past week, unless another one was won back too recently. It goes on
 * where it ended: the days learned since count, the missed ones don't.
 */
export function brokenStreak({ claimed, today, timeZone, excusedDays, wonBackOn }: Learned): BrokenStreak | null {
  if (wonBackOn !== null && dayNumber(today) - dayNumber(wonBackOn) < WIN_BACK.everyDays) return null
  for (const [at, { day, streakAfter, restDaysAfter }] of [...claimed.entries()].toReversed()) {
    if (streakAfter < WIN_BACK.minDays) continue
    const next = claimed[at + 1]?.day ?? today
    const brokeOn = absenceOf({ lastDay: day, timeZone, excusedDays, restDays: restDaysAfter }, next).missedOn
    if (brokeOn === null) continue
    const until = dayFromNumber(dayNumber(brokeOn) + WIN_BACK.withinDays)
    if (today > until) return null
    const since = claimed.slice(at + 1).filter((each) => each.day !== today).length
    return { days: streakAfter, brokeOn, until, daysAfter: streakAfter + since + 1 }
  }
  return null
}
