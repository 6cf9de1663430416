/** Days and streaks. This file imports nothing, so any page can use it. */
export const STREAK_RULES = { timeZoneChangeDays: 7 } as const

export const REST_DAYS = {
  /** Streak days with a review or all lessons of the day that earn a rest day. */
  earnedBy: 7,
  /** Most rest days a person keeps. */
  kept: 2,
} as const

/** Winning back a streak that broke, by a longer review. */
export const WIN_BACK = {
  /** Shortest streak that can be won back. */
  minDays: 14,
  /** Days after the missed day on which it can. */
  withinDays: 7,
  /** Days until another one can. */
  everyDays: 90,
  questions: 15,
  rightAnswers: 12,
} as const
