import { formatWhole } from '@aura/api/money'
import type { ProfilePart } from '#features/people'
import { Stat } from '#ui/layout/stat-strip'
import { plusMinusText, untilRatingText } from './rating-text.ts'

const part: ProfilePart = {
  figures: ({ profile: { rating } }) =>
    rating.shown ? (
      <Stat
        name="Rating"
        value={formatWhole(rating.shown.points)}
        unit={plusMinusText(rating.shown)}
        note={rating.place === null ? 'in battles of rounds' : `in rounds, place ${formatWhole(rating.place)}`}
      />
    ) : (
      <Stat name="Rating" value="–" note={untilRatingText(rating.battles)} />
    ),
}
export default part
