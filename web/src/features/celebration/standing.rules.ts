/** The two figures a celebration moves. */
export interface Standing {
  days: number
  auraPoints: number
}

interface Moment {
  userId: string
  of?: { id: string }
  before: Standing
}

interface Held {
  /** The first is on screen. */
  queue: readonly Moment[]
  /** Whether the first has counted to its end. */
  isCounted: boolean
  /** Before a write that may be celebrated. */
  pending: { userId: string; standing: Standing } | null
}

/** Returns what the user's figures may show at the most, or null when nothing is left to be counted. */
export function heldStanding(userId: string, { queue, isCounted, pending }: Held): Standing | null {
  const next = queue.find((each, place) => each.userId === userId && !each.of && !(place === 0 && isCounted))
  if (next) return next.before
  return pending?.userId === userId ? pending.standing : null
}
