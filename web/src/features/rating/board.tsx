import { RATING_RULES } from '@aura/api/rules/rating'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PeopleList } from '#aura/people-list.tsx'
import type { Board } from '#features/leaderboard'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { plusMinusText, ratingText } from './rating-text.ts'

const ranking = { ...read('GET /api/rating/ranking'), staleTime: 0 }

function BestRated() {
  const { data, error, isFetching, refetch } = useQuery(ranking)
  if (!data && error)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  if (data.length === 0) {
    return (
      <EmptyState
        title="Nobody is rated yet"
        action={
          <Link className={buttonClass('primary', 48)} href={paths.battles}>
            Enter Battle
          </Link>
        }
      >
        A rating takes {RATING_RULES.battles} battles of rounds against different people.
      </EmptyState>
    )
  }
  return (
    <>
      <p className="text-ink-2">
        Ratings from battles of rounds, which questions decide. Ranked by the rating minus twice its uncertainty (the
        number after ±).
      </p>
      <PeopleList
        label="People with the best ratings"
        people={data.map((row) => ({ ...row, unit: plusMinusText(row) }))}
      />
    </>
  )
}

const board: Board = {
  Board: BestRated,
  ranking,
  ownPoints: ({ rating }) =>
    rating.shown ? ratingText(rating.shown) : `${rating.battles} of ${RATING_RULES.battles} battles`,
  ownPlace: ({ rating }) => rating.place,
}
export default board
