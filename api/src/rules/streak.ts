/** Days and streaks. This file imports nothing, so any page can use it. */
export const STREAK_RULES = { timeZoneChangeDays: 7 } as const

export const REST_DAYS = {
  /** Streak days with a review or all lessons of the day that earn a rest day. */
  earnedBy: 7,
  /** Most rest days a person keeps. */
  kept: 2,
} as const
