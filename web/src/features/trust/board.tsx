import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PeopleList } from '#aura/people-list.tsx'
import type { Board } from '#features/leaderboard'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'

const ranking = { ...read('GET /api/trust/ranking'), staleTime: 0 }

function MostTrusted() {
  return (
    <>
      <p className="text-ink-2">
        Trust shows how strongly trusted people stand by someone. It can’t be bought in a circle.{' '}
        <Link href={paths.trust} className="text-link">
          How it works
        </Link>
      </p>
      <TrustRanking />
    </>
  )
}

export function TrustRanking() {
  const { data, error, isFetching, refetch } = useQuery(ranking)
  if (!data && error)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  if (data.length === 0) return <p className="mt-4 text-ink-2">Nobody has Trust yet.</p>
  return <PeopleList label="People with the most Trust" people={data} unit="Trust" />
}

const board: Board = {
  Board: MostTrusted,
  ranking,
  ownPoints: ({ trust }) => `${formatWhole(trust.points)} Trust`,
}
export default board
