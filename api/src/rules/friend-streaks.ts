/** Limits of friend streaks. This file imports nothing, so any page can use it. */
export const FRIEND_STREAK_RULES = {
  /** Friend streaks and requests a person may have at a time. */
  kept: 5,
} as const
