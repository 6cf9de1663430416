import { type DaySetting, dayOf } from './day.rules.ts'
import { liveStreak, type Streak } from './streak.rules.ts'

export { answerQuiz } from './answer-quiz.ts'
export { type Catalogue, loadCatalogue } from './catalogue.ts'
export { claimLesson } from './claim-lesson.ts'
export { dayOf, isTimeZone } from './day.rules.ts'
export { dailyLessons } from './lessons.ts'
export { findLearner, insertLearner as enrolLearner, streakColumns } from './store.ts'

/** The live streak of a row that was read with `streakColumns`. */
export const readStreak = (row: DaySetting & Streak, at: Date): number => liveStreak(row, dayOf(at, row))
