import { MOMENT_KINDS, type MomentKind } from '@aura/api/rules/recap'

interface Ranked {
  kind: MomentKind
  size: number
  at: Date
}

/** Returns the best moment: of the first kind that happened the largest, then the earliest; null without one. */
export function bestMoment<M extends Ranked>(moments: readonly M[]): M | null {
  const rank = ({ kind }: M) => MOMENT_KINDS.indexOf(kind)
  const [best] = moments.toSorted((a, b) => rank(a) - rank(b) || b.size - a.size || a.at.getTime() - b.at.getTime())
  return best ?? null
}
