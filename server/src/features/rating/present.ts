import { type BattleStatus, isUpcoming } from '@aura/api/battle-statuses'
import type { BattleRating, RatedSide } from '@aura/api/calls/rating'
import type { ProfileFields } from '@aura/api/parts'
import { shownRating } from './rating.rules.ts'
import type { FoundChange, FoundRating } from './store.ts'

export const presentRating = (found: FoundRating | undefined): ProfileFields['rating'] => ({
  battles: found?.rated ?? 0,
  shown: found ? shownRating(found, found.rated) : null,
  place: found?.place ?? null,
})

interface RoundsBattle {
  status: BattleStatus
  challengerId: string
  opponentId: string
  absent: string | null
}

/**
 * Returns what a battle of rounds did to both ratings. Those that aren't shown yet stay hidden here too. `again`: these
 * two had a rated battle within `RATING_RULES.againDays` before.
 */
export function presentChange(battle: RoundsBattle, changes: readonly FoundChange[], again: boolean): BattleRating {
  const of = (id: string): RatedSide | null => {
    const change = changes.find(({ userId, isDeleted }) => userId === id && !isDeleted)
    if (!change) return null
    const { number, ratingBefore, deviationBefore, rating, deviation } = change
    return {
      battles: number,
      before: shownRating({ rating: ratingBefore, deviation: deviationBefore }, number - 1),
      after: shownRating({ rating, deviation }, number),
    }
  }
  return {
    state: changes.length > 0 ? 'rated' : unratedState(battle, again),
    challenger: of(battle.challengerId),
    opponent: of(battle.opponentId),
  }
}

function unratedState({ status, absent }: RoundsBattle, again: boolean): BattleRating['state'] {
  if (status === 'completed') return absent !== null ? 'unplayed' : again ? 'again' : 'unrated'
  return isUpcoming(status) || status === 'active' ? 'open' : 'unplayed'
}
