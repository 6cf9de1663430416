import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import type { Tx } from '#platform/db/db'
import type { Limits } from '#platform/limits'
import type { Day } from '../day.rules.ts'
import { type Completion, insertCompletion, type Learner, updateStreak } from '../store.ts'
import { countDay } from '../streak/streak.rules.ts'
import { isFullDay } from './claim.rules.ts'

/**
 * Inserts claims of one moment and counts their day for the streak and its rest days. Returns the streak. The caller
 * holds the learner's lock.
 */
export async function recordClaims(
  tx: Tx,
  { lessonsPerDay }: Limits,
  { userId, learner, completions, at, today }: LearnerNow,
  claims: readonly Claimed[],
): Promise<number> {
  const ofToday = [...completions.filter(({ day }) => day === today), ...claims].map(({ lessonId }) => lessonId)
  const offered = learner.offeredOn === today ? learner.offeredLessons : null
  const counted = countDay(learner, today, isFullDay(ofToday, { offered, lessonsPerDay }))
  const { days, restDays, restedDays } = counted
  const counts = { streakAfter: days, restDaysAfter: restDays, restedDays }
  for (const { lessonId, auraEarned, difficulty } of claims) {
    const claim = { lessonId, auraEarned, difficulty, isReview: difficulty === null }
    await insertCompletion(tx, { userId, day: today, at, ...claim, ...counts })
  }
  await updateStreak(tx, userId, today, counted)
  return days
}

interface Claimed {
  lessonId: string
  auraEarned: number
  /** Null for a review. */
  difficulty: Difficulty | null
}

interface LearnerNow {
  userId: string
  learner: Learner
  completions: readonly Completion[]
  at: Date
  today: Day
}
