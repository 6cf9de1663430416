import type { FeedRow } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { errorText } from '#lib/error-text'
import { useFeatures } from '#lib/features-context'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'

declare module '#lib/feature' {
  interface Feature {
    readonly feedTexts?: Readonly<Record<string, (row: FeedRow) => string>>
  }
}

const REFRESH_MS = 60_000

export default function Feed() {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/feed'),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  return (
    <TitledCard id="feed" title="People you follow">
      {!data && !error && <Skeleton className="h-14" />}
      {!data && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <Events isFollowing={data.isFollowing} events={data.events} />}
    </TitledCard>
  )
}

function Events({ isFollowing, events }: { isFollowing: boolean; events: readonly FeedRow[] }) {
  const texts = Object.assign({}, ...useFeatures().map(({ feedTexts }) => feedTexts)) as Record<
    string,
    ((row: FeedRow) => string) | undefined
  >
  const times = useTimes()
  if (!isFollowing)
    return (
      <EmptyState
        compact
        title="You don’t follow anyone yet"
        action={
          <Link href={paths.leaderboard} className={buttonClass('secondary', 40)}>
            Find creators
          </Link>
        }
      >
        Open a profile and choose Follow. Then what they do shows up here.
      </EmptyState>
    )
  if (events.length === 0) return <p className="text-ink-2">Nothing in the last {FOLLOW_RULES.feedDays} days.</p>
  return (
    <Rows label="News">
      {events.map((row) => {
        const text = texts[row.kind]?.(row)
        return (
          text && (
            <Row
              key={row.kind + row.id}
              picture={<PersonRing person={row.person} size={40} />}
              title={
                <Link href={row.path}>
                  {row.person.username} {text}
                </Link>
              }
              note={
                <>
                  {row.words && (
                    <q className="block text-ink">
                      <bdi>{row.words}</bdi>
                    </q>
                  )}
                  {row.isLive ? 'Live now' : times.minute(row.at)}
                </>
              }
            />
          )
        )
      })}
    </Rows>
  )
}
