import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import type { Day } from '@aura/api/day'
import type { Tx } from '#platform/db/db'
import { insertCompletion } from './completion-store.ts'
import { type Learner, updateStreak } from './learner-store.ts'
import { countDay } from './streak.rules.ts'

/** Inserts completions of one moment and counts their day, under the learner's lock. Returns the streak. */
export async function recordCompletions(
  tx: Tx,
  { userId, learner, at, today, isFullDay }: CountedMoment,
  completions: readonly Completed[],
): Promise<number> {
  const counted = countDay(learner, today, isFullDay)
  const { days, restDays, restedDays } = counted
  const counts = { streakAfter: days, restDaysAfter: restDays, restedDays }
  for (const { lessonId, auraEarned, difficulty } of completions) {
    const completion = { lessonId, auraEarned, difficulty, isReview: difficulty === null }
    await insertCompletion(tx, { userId, day: today, at, ...completion, ...counts })
  }
  await updateStreak(tx, userId, today, counted)
  return days
}

export interface Completed {
  lessonId: string
  auraEarned: number
  /** Difficulty of the lesson; null for a review. */
  difficulty: Difficulty | null
}

interface CountedMoment {
  userId: string
  learner: Learner
  at: Date
  today: Day
  /** Whether the day now has a review or all of its lessons. */
  isFullDay: boolean
}
