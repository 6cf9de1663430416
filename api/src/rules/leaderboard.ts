/** This file imports nothing, so any page can use it. */
export const LEADERBOARD_RULES = {
  /** Retention of points on boards of past weeks and months. */
  pastBoardDays: 70,
  /** Points that battles bring on a weekly or monthly board at most. As in `rank_totals`, which has the whole rule. */
  wonMost: 3_000,
} as const
