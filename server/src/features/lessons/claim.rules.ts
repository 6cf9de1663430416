import type { Day } from './day.rules.ts'
import { type Streak, streakAfterClaim } from './streak.rules.ts'

export interface ClaimFacts {
  today: Day
  /** Every completion of this lesson by this learner. */
  completions: readonly { day: Day; auraEarned: number }[]
  /** Whether the lesson is one of the learner's lessons today. */
  isOfToday: boolean
  /** Null where the lesson has no question. */
  isQuizPassed: boolean | null
  streak: Streak
  /** Aura Points for the first completion. */
  ap: number
}

export type ClaimDecision =
  | { refused: 'LESSON_NOT_AVAILABLE' | 'QUIZ_NOT_PASSED' }
  | { auraEarned: number; newStreak: number; isNew: boolean; isReview: boolean }

/**
 * Decides a claim. Claiming again on the same day is not a new completion and gets the same result. A lesson can be
 * claimed on its day, and later if its question was answered in time; a review, which pays nothing, only on its day.
 */
export function decideClaim({ today, completions, isOfToday, isQuizPassed, streak, ap }: ClaimFacts): ClaimDecision {
  const isReview = completions.length > 0
  const ofToday = completions.find(({ day }) => day === today)
  if (ofToday) return { auraEarned: ofToday.auraEarned, newStreak: streak.days, isNew: false, isReview }
  if (isReview && !isOfToday) return { refused: 'LESSON_NOT_AVAILABLE' }
  if (!(isQuizPassed ?? isOfToday)) return { refused: isOfToday ? 'QUIZ_NOT_PASSED' : 'LESSON_NOT_AVAILABLE' }
  return { auraEarned: isReview ? 0 : ap, newStreak: streakAfterClaim(streak, today), isNew: true, isReview }
}
