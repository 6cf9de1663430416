import { type DaySetting, dayOf } from './day.rules.ts'
import { liveStreak, type Streak } from './streak.rules.ts'

export { isTimeZone } from './day.rules.ts'
export { insertLearner as enrolLearner, streakColumns } from './store.ts'

/** The live streak of a row that was read with `streakColumns`. */
export const readStreak = (row: DaySetting & Streak, at: Date): number => liveStreak(row, dayOf(at, row))
