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
  queue: readonly Moment[]
  isCounted: boolean
  pending: { userId: string; standing: Standing } | null
}

export function heldStanding(userId: string, { queue, isCounted, pending }: Held): Standing | null {
  const next = queue.find((each, place) => each.userId === userId && !each.of && !(place === 0 && isCounted))
  if (next) return next.before
  return pending?.userId === userId ? pending.standing : null
}
