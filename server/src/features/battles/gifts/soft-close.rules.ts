import { BATTLE_RULES } from '@aura/api/rules/battles'
import type { Side } from '../battle.rules.ts'

const WINDOW_MS = BATTLE_RULES.softClose.seconds * 1_000

export interface ClosingBattle {
  softClose: boolean
  endsAt: Date
  /** Times of the gifts that moved the end. */
  extendedAt: readonly Date[]
}

type Score = Readonly<Record<Side, number>>

/** Returns the side that leads, or undefined in a tie, including 0 to 0. */
const leaderOf = ({ challenger, opponent }: Score): Side | undefined =>
  challenger === opponent ? undefined : challenger > opponent ? 'challenger' : 'opponent'

/** Returns whether a gift puts a side ahead that wasn't: leaving a tie does, making a tie doesn't. */
export function takesLead(before: Score, after: Score): boolean {
  const leader = leaderOf(after)
  return leader !== undefined && leader !== leaderOf(before)
}

/**
 * Returns the end that a gift moves the battle to, or undefined if it moves nothing. A gift only moves the end if it
 * takes the lead when less than the window is left. It never shortens a battle.
 */
export function extendedEnd(
  { softClose, endsAt, extendedAt }: ClosingBattle,
  gift: { at: Date; before: Score; after: Score },
): Date | undefined {
  if (!softClose || extendedAt.length >= BATTLE_RULES.softClose.times) return undefined
  const leftMs = endsAt.getTime() - gift.at.getTime()
  if (leftMs <= 0 || leftMs >= WINDOW_MS || !takesLead(gift.before, gift.after)) return undefined
  return new Date(gift.at.getTime() + WINDOW_MS)
}
