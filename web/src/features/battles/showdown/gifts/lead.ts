/** The leader, and the lead last shown. */
export interface Lead {
  /** Null until somebody has led. A tie keeps who led before. */
  leader: 0 | 1 | null
  shownLeader: 0 | 1 | null
  shownMs: number
}

/** At most one change is shown in that time; a lead that has gone back by then is not. */
export const LEAD_PAUSE_MS = 4_000

const leaderOf = (a: number, b: number): 0 | 1 | null => (a === b ? null : a > b ? 0 : 1)

/** A lead that stood when the page opened is no news. */
export function startLead(a: number, b: number): Lead {
  const leader = leaderOf(a, b)
  return { leader, shownLeader: leader, shownMs: Number.NEGATIVE_INFINITY }
}

/** Follows the scores. The change is to be shown where `shownMs` of the result is `nowMs`. */
export function followLead(known: Lead, a: number, b: number, nowMs: number): Lead {
  const leader = leaderOf(a, b) ?? known.leader
  if (leader !== known.shownLeader && nowMs >= known.shownMs + LEAD_PAUSE_MS) {
    return { leader, shownLeader: leader, shownMs: nowMs }
  }
  return leader === known.leader ? known : { ...known, leader }
}

/** Returns when a change that had to wait may be shown, or null. */
export const leadDueMs = ({ leader, shownLeader, shownMs }: Lead): number | null =>
  leader === shownLeader ? null : shownMs + LEAD_PAUSE_MS
