export interface Lead {
  /** Null until a side has led. A tie keeps the previous leader. */
  leader: 0 | 1 | null
  shownLeader: 0 | 1 | null
  shownMs: number
}

/** Shortest time between two shown changes. A lead lost again within it is not shown. */
export const LEAD_PAUSE_MS = 4_000

const leaderOf = (a: number, b: number): 0 | 1 | null => (a === b ? null : a > b ? 0 : 1)

/** Returns the initial state: a lead that existed when the page opened is no change. */
export function startLead(a: number, b: number): Lead {
  const leader = leaderOf(a, b)
  return { leader, shownLeader: leader, shownMs: Number.NEGATIVE_INFINITY }
}

/** Follows the scores. The change is to be shown if the result's `shownMs` equals `nowMs`. */
export function followLead(known: Lead, a: number, b: number, nowMs: number): Lead {
  const leader = leaderOf(a, b) ?? known.leader
  if (leader !== known.shownLeader && nowMs >= known.shownMs + LEAD_PAUSE_MS) {
    return { leader, shownLeader: leader, shownMs: nowMs }
  }
  return leader === known.leader ? known : { ...known, leader }
}

export const leadDueMs = ({ leader, shownLeader, shownMs }: Lead): number | null =>
  leader === shownLeader ? null : shownMs + LEAD_PAUSE_MS
