import type { Side } from '../battle.rules.ts'
import { extendedEnd } from '../gifts/soft-close.rules.ts'
import { endAfterOutage } from './outage.rules.ts'

interface EndedBattle {
  startsAt: Date
  endsAt: Date
  softClose: boolean
  plannedEndsAt: Date | null
  outageFrom: Date | null
  outageTo: Date | null
  outageGifts: number | null
}

export interface LateGift {
  seq: number
  side: Side
  amount: number
  at: Date
}

/** Recomputes the moves of a battle's end from its gifts of the last minute, in order, and the score before them. */
export function replayEnds(
  battle: EndedBattle,
  before: Readonly<Record<Side, number>>,
  gifts: readonly LateGift[],
): { extendedAt: Date[]; endsAt: Date } {
  const { softClose, startsAt, outageFrom: from, outageTo: to } = battle
  const extendedAt: Date[] = []
  let endsAt = battle.plannedEndsAt ?? battle.endsAt
  let score = { ...before }
  let isOutageAhead = from !== null && to !== null
  const passOutage = () => {
    isOutageAhead = false
    if (from && to) endsAt = endAfterOutage({ startsAt, endsAt }, { from, to }) ?? endsAt
  }
  for (const { seq, side, amount, at } of gifts) {
    if (isOutageAhead && seq > (battle.outageGifts ?? 0)) passOutage()
    const after = { ...score, [side]: score[side] + amount }
    const moved = extendedEnd({ softClose, endsAt, extendedAt }, { at, before: score, after })
    if (moved) {
      extendedAt.push(at)
      endsAt = moved
    }
    score = after
  }
  if (isOutageAhead) passOutage()
  return { extendedAt, endsAt }
}
