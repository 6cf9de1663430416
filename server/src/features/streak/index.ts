import type { Queryable } from '#platform/db/db'
import { type DaySetting, dayOf } from './day.rules.ts'
import { findHistories } from './history-store.ts'
import { liveStreak, type Streak, streakAsOf } from './streak.rules.ts'

export { activeDays } from './active-days.ts'
export { type Completion, findClaims, findCompletions } from './completion-store.ts'
export { type DaySetting, dayEndsAt, dayFromNumber, dayNumber, dayOf, timeZoneOrUtc } from './day.rules.ts'
export { countFirstDays, findLearningTimes } from './history-store.ts'
export { dayStartsAt, hourOf, hourStartsAt } from './hour.rules.ts'
export {
  findLearner,
  insertLearner as enrolLearner,
  type Learner,
  lockLearner,
  streakColumns,
} from './learner-store.ts'
export {
  type DayHistory,
  daysAfter,
  mondayOf,
  type OwnWeek,
  ownDayAt,
  ownWeek,
  weekdayOf,
} from './own-week.rules.ts'
export { type Completed, recordCompletions } from './record-completions.ts'
export { liveStreak, restCoversToday, type Streak, streakAfterClaim } from './streak.rules.ts'
export { findDayHistories } from './time-zone-store.ts'
export type { BrokenStreak } from './win-back.rules.ts'
export { findBrokenStreak, recordWonBack } from './win-back.ts'

export const readStreak = (row: DaySetting & Streak, at: Date): number => liveStreak(row, dayOf(at, row))

/** Returns whether a lesson or review has counted for the user's day. */
export const hasLearnedToday = (row: DaySetting & Streak, at: Date): boolean =>
  row.lastDay !== null && dayOf(at, row) <= row.lastDay

/** Recomputes streaks from the claims up to each moment, in order. */
export async function streaksAsOf(db: Queryable, moments: readonly { userId: string; at: Date }[]): Promise<number[]> {
  const histories = moments.length === 0 ? [] : await findHistories(db, moments)
  return moments.map(({ at }, index) => {
    const history = histories[index]
    return history ? streakAsOf(history, at) : 0
  })
}
