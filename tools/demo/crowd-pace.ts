import type { ListedBattle } from './crowd-member.ts'
import { isCreator } from './demo-members.ts'

/** Milliseconds between two turns of the crowd while nobody watches. */
const UNWATCHED_MS = 60_000
/** Turns at the start that don't wait for viewers, so that the first one finds a lane with comments. */
export const FIRST_TURNS = 5
/** Looks at the lists for each look at a duel that nobody watches. */
const LOOKS_PER_UNWATCHED = 5

const isWatched = ({ viewerCount }: ListedBattle) => viewerCount > 0

/**
 * Returns the battles in which the crowd takes a turn now: those that somebody watches, else all of them once a minute,
 * so that their scores move. `turn` counts from 0; the last turn was `sinceLastMs` ago.
 */
export function battlesOfTurn(
  live: readonly ListedBattle[],
  { turn, sinceLastMs }: { turn: number; sinceLastMs: number },
): readonly ListedBattle[] {
  const watched = live.filter(isWatched)
  if (watched.length > 0) return watched
  return turn < FIRST_TURNS || sinceLastMs >= UNWATCHED_MS ? live : []
}

/** Returns whether only creators play this battle and nobody watches it. */
export const isUnseen = (battle: ListedBattle): boolean =>
  !isWatched(battle) && isCreator(battle.challenger) && isCreator(battle.opponent)

/** Returns whether the `look`th look at the lists is one at this battle's round, too. Visitors never wait. */
export const isLookedAt = (battle: ListedBattle, look: number): boolean =>
  look % LOOKS_PER_UNWATCHED === 0 || !isUnseen(battle)
