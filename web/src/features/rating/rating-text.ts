import type { BattleRating, RatedSide } from '@aura/api/calls/rating'
import { formatWhole } from '@aura/api/money'
import { RATING_RULES } from '@aura/api/rules/rating'

interface Shown {
  points: number
  plusMinus: number
}

export const plusMinusText = ({ plusMinus }: Pick<Shown, 'plusMinus'>): string => `± ${formatWhole(plusMinus)}`

export const ratingText = (shown: Shown): string => `${formatWhole(shown.points)} ${plusMinusText(shown)}`

export const untilRatingText = (battles: number): string =>
  `${battles} of ${RATING_RULES.battles} battles until a rating`

/** Returns a rating before and after a battle, or what is left until there is one. */
export function changeText({ battles, before, after }: RatedSide): string {
  if (!after) return untilRatingText(battles)
  if (!before) return `${ratingText(after)}, the first rating`
  const change = after.points - before.points
  const sign = change < 0 ? '−' : '+'
  return `${ratingText(before)}, now ${ratingText(after)} (${change === 0 ? '±' : sign}${formatWhole(Math.abs(change))})`
}

/** Returns why a completed battle changed no rating; null if it did, or there were no ratings yet. */
export function unratedText(state: BattleRating['state'], { isMine }: { isMine: boolean }) {
  if (state === 'again')
    return `Not rated: ${isMine ? 'you two' : 'these two'} already had a rated battle in the ${RATING_RULES.againDays} days before this one.`
  return state === 'unplayed' ? 'Walkovers aren’t rated.' : null
}
