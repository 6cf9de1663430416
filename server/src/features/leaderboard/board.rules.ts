import type { LeaderboardType } from '@aura/api/calls/leaderboard'

/** Numbers of boards: 0 is all time, 1,000,000 + week, 2,000,000 + month, as `rank_week` and `rank_month`. */
export const ALL_TIME = 0
const WEEKS = 1_000_000
const MONTHS = 2_000_000

const DAY_MS = 86_400_000

/** Returns the board at a time. Weeks start on Monday, months on the first, both in UTC. */
export function boardAt(type: LeaderboardType, at: Date): number {
  if (type === 'all-time') return ALL_TIME
  if (type === 'monthly') return MONTHS + (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth()
  // 1970-01-01 was a Thursday: three days into its week.
  return WEEKS + Math.floor((Math.floor(at.getTime() / DAY_MS) + 3) / 7)
}
