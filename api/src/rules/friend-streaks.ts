/** Limits of friend streaks. This file imports nothing, so any page can use it. */
export const FRIEND_STREAK_RULES = {
  /** Kept or asked for by one person at a time. */
  kept: 5,
} as const
