import type { ReputationPart } from '@aura/api/calls/reputation'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { PeopleList } from '#aura/people-list.tsx'
import type { Board } from '#features/leaderboard'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { signedWhole } from './signed.ts'

const rankingRead = (part: ReputationPart) => ({
  ...read('GET /api/reputation/ranking', undefined, { part }),
  staleTime: 0,
})

const MostLearned = () => (
  <PartBoard part="learned" label="People who learned most" empty="Nobody has finished a lesson yet.">
    Aura Points from lessons and reviews. Nobody can pass them on.
  </PartBoard>
)

const MostWon = () => (
  <PartBoard part="won" label="People who won most" empty="Nobody is ahead in battles yet.">
    Aura Points won in battles, less those lost. Trading wins adds nothing.
  </PartBoard>
)

function PartBoard({
  part,
  label,
  empty,
  children,
}: {
  part: ReputationPart
  label: string
  empty: string
  children: string
}) {
  const { data, error, isFetching, refetch } = useQuery(rankingRead(part))
  if (!data && error)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  return (
    <>
      <p className="text-ink-2">{children}</p>
      {data.length === 0 ? (
        <p className="mt-4 text-ink-2">{empty}</p>
      ) : (
        <PeopleList label={label} people={data} formatPoints={signedWhole} unit="AP" />
      )}
    </>
  )
}

export const learned: Board = {
  Board: MostLearned,
  ranking: rankingRead('learned'),
  ownPoints: ({ reputation }) => `${formatWhole(reputation.learned)} AP`,
}

export const won: Board = {
  Board: MostWon,
  ranking: rankingRead('won'),
  ownPoints: ({ reputation }) => `${signedWhole(reputation.won)} AP`,
}
