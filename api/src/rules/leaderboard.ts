/** This file imports nothing, so any page can use it. */
export const LEADERBOARD_RULES = {
  /** Retention of points on boards of past weeks and months. */
  pastBoardDays: 70,
} as const
