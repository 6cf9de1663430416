import type { Queryable } from '#platform/db/db'
import { type DaySetting, dayOf } from './day.rules.ts'
import { findHistories } from './store.ts'
import { liveStreak, type Streak, streakAsOf } from './streak/streak.rules.ts'

export { type Catalogue, loadCatalogue } from './catalogue.ts'
export { answerQuiz } from './check/answer-quiz.ts'
export { claimLesson } from './claim/claim-lesson.ts'
export { catalogueOf, glossaryOf } from './content-once.ts'
export { type Day, type DaySetting, dayFromNumber, dayNumber, dayOf, timeZoneOrUtc } from './day.rules.ts'
export { dayStartsAt, hourOf, hourStartsAt } from './hour.rules.ts'
export { type Identity, keepLearning, recallLearning, shareLearning } from './keep-learning.ts'
export { checkTranscript } from './lab/check-transcript.ts'
export { labOf, submitLab } from './lab/submit-lab.ts'
export { dailyLessons } from './lessons.ts'
export {
  type DayHistory,
  daysAfter,
  mondayOf,
  type OwnWeek,
  ownDayAt,
  ownWeek,
  weekdayOf,
} from './own-week.rules.ts'
export { answerPlacement, startPlacement } from './placement/placement.ts'
export { findDayHistories } from './recap-store.ts'
export { answerReview, startReview } from './review/review.ts'
export {
  findLearner,
  findLearningTimes,
  insertLearner as enrolLearner,
  lockLearner,
  streakColumns,
} from './store.ts'
export { livedDays } from './streak/lived-days.ts'
export { restCoversToday, type Streak } from './streak/streak.rules.ts'

export const readStreak = (row: DaySetting & Streak, at: Date): number => liveStreak(row, dayOf(at, row))

/** Whether a lesson or review has counted for the user's day. */
export const hasLearnedToday = (row: DaySetting & Streak, at: Date): boolean =>
  row.lastDay !== null && dayOf(at, row) <= row.lastDay

/** Recomputed from the claims up to each moment, in order. */
export async function streaksAsOf(db: Queryable, moments: readonly { userId: string; at: Date }[]): Promise<number[]> {
  const histories = moments.length === 0 ? [] : await findHistories(db, moments)
  return moments.map(({ at }, index) => {
    const history = histories[index]
    return history ? streakAsOf(history, at) : 0
  })
}
