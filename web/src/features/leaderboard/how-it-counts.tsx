import type { LeaderboardType } from '@aura/api/calls/leaderboard'
import { formatWhole } from '@aura/api/money'
import { LEADERBOARD_RULES } from '@aura/api/rules/leaderboard'

const SINCE = { weekly: 'since Monday 00:00 UTC', monthly: 'since the first of the month, 00:00 UTC' }

/** Says what the points of a period are. All time ranks AP, which need no explanation. */
export function HowItCounts({ type }: { type: LeaderboardType }) {
  if (type === 'all-time') return null
  return (
    <p className="pb-4 text-sm text-ink-2">
      Counts what you earned {SINCE[type]}: lessons and reviews in full, and what you won from each opponent beyond what
      you lost to them, up to {formatWhole(LEADERBOARD_RULES.wonMost)} points. Of what you won, as much as you lost to
      other opponents counts only up to what you learned. So do vouches. Bonuses don’t count.
    </p>
  )
}
