/** Days and streaks. This file imports nothing, so any page can use it. */
export const STREAK_RULES = {
  timeZoneChangeDays: 7,
} as const

export const REST_DAYS = {
  /** Streak days with a review or all lessons of the day that earn one. */
  earnedBy: 7,
  /** Kept at most. */
  kept: 2,
} as const
