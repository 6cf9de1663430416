import { formatWhole } from '@aura/api/money'
import { RATING_RULES } from '@aura/api/rules/rating'
import type { Parts } from '#lib/parts'

const { start, battles, againDays, boardDays } = RATING_RULES

const parts: Parts = {
  guide: (
    <>
      <h2>Rating</h2>
      <p>
        Battles decided by knowledge give you a rating. Everyone begins at {formatWhole(start.points)}, and profiles
        show it after {battles} battles, with how uncertain it is: {formatWhole(start.points)} ± {start.plusMinus} at
        first, less with each battle. Beating someone whose rating is still uncertain proves little, and so does losing
        to them.
      </p>
      <p>
        Against the same person one battle in {againDays} days counts. Battles that nobody played don’t count, nor do
        those of accounts that seem to belong to one person. On the leaderboard the less certain of two equal ratings
        ranks lower, and anyone without a rated battle for {boardDays} days drops off until their next one. The rating
        changes neither Aura Points nor Trust.
      </p>
    </>
  ),
  faq: (
    <>
      <h2>Why didn’t my battle change my rating?</h2>
      <p>
        Only battles decided by questions are rated, once in {againDays} days against the same person. A battle in which
        someone wasn’t ready, or that was called off, isn’t rated.
      </p>
    </>
  ),
}
export default parts
