/** This file imports nothing, so any page can use it. */
export const LEADERBOARD_RULES = {
  /** How long points on boards of past weeks and months are kept. */
  pastBoardDays: 70,
} as const
