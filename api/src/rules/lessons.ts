/** Rest days of a streak. This file imports nothing, so any page can use it. */
export const REST_DAYS = {
  /** Streak days with a review or all lessons of the day that earn one. */
  earnedBy: 7,
  /** At most so many are kept. */
  kept: 2,
} as const
