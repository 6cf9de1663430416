import type { Day } from '@aura/api/day'
import { REVIEW_ID, WIN_BACK_ID } from '../review/review.rules.ts'

export interface ClaimFacts {
  today: Day
  completions: readonly { day: Day; auraEarned: number }[]
  isOfToday: boolean
  /** Whether the check is passed; null without questions. */
  isQuizPassed: boolean | null
  /** Whether the lab is done; true without a lab. */
  isLabDone: boolean
  streak: { days: number; afterClaim: number }
  ap: number
}

export type ClaimDecision =
  | { refused: 'LESSON_NOT_AVAILABLE' | 'QUIZ_NOT_PASSED' | 'LAB_NOT_DONE' }
  | { auraEarned: number; newStreak: number; isNew: boolean }

/**
 * Decides a claim. Claiming again on the same day gets the same result. A lesson can be claimed on its day, and later
 * if its check was passed in time, but never on a second day. Its lab may be done on any day.
 */
export function decideClaim(facts: ClaimFacts): ClaimDecision {
  const { today, completions, isOfToday, isQuizPassed, isLabDone, streak, ap } = facts
  const ofToday = completions.find(({ day }) => day === today)
  if (ofToday) return { auraEarned: ofToday.auraEarned, newStreak: streak.days, isNew: false }
  if (completions.length > 0) return { refused: 'LESSON_NOT_AVAILABLE' }
  if (!(isQuizPassed ?? isOfToday)) return { refused: isOfToday ? 'QUIZ_NOT_PASSED' : 'LESSON_NOT_AVAILABLE' }
  if (!isLabDone) return { refused: 'LAB_NOT_DONE' }
  return { auraEarned: ap, newStreak: streak.afterClaim, isNew: true }
}

/** Returns whether a day's claims are a review or all its lessons. `offered` is null if there were none. */
export function isFullDay(
  claimed: readonly string[],
  { offered, lessonsPerDay }: { offered: readonly string[] | null; lessonsPerDay: number },
): boolean {
  if (claimed.includes(REVIEW_ID) || claimed.includes(WIN_BACK_ID) || claimed.length >= lessonsPerDay) return true
  return offered !== null && offered.length > 0 && offered.every((id) => claimed.includes(id))
}
