import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Segmented } from '#ui/forms/segmented'
import { ShowMore } from '#ui/layout/show-more'
import { TitledCard } from '#ui/layout/titled-card'
import { type FollowList, useFollows } from './use-people.ts'

type Stats = Answer<'GET /api/users/:id'>['followStats']

const count = (people: number) =>
  people >= FOLLOW_RULES.counted ? `${formatWhole(FOLLOW_RULES.counted)}+` : formatWhole(people)

export function FollowLists({ id, isMine, stats }: { id: string; isMine: boolean; stats: Stats }) {
  const [list, setList] = useState<FollowList>('followers')
  const items = [
    { value: 'followers', name: `Followers ${count(stats.followers)}` },
    { value: 'following', name: `Following ${count(stats.following)}` },
  ] as const
  return (
    <TitledCard
      id="follows"
      title="Follows"
      control={<Segmented labelledBy="follows" items={items} value={list} onChange={setList} />}
    >
      <People key={list} id={id} list={list} isMine={isMine} />
    </TitledCard>
  )
}

function People({ id, list, isMine }: { id: string; list: FollowList; isMine: boolean }) {
  const { people, error, isFetching, refetch, ...more } = useFollows(id, list)
  const rows = useRef<HTMLUListElement>(null)
  if (!people && errorCode(error) === 'FOLLOWERS_HIDDEN')
    return <p className="text-ink-2">{errorText(error).description}</p>
  if (!people && error)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!people) return <Skeleton className="h-14" />
  if (people.length === 0) return <p className="text-ink-2">{nobody(list, isMine)}</p>
  return (
    <>
      <ul ref={rows} className="divide-y divide-line" aria-label={list === 'followers' ? 'Followers' : 'Following'}>
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-3">
            <PersonRing person={person} size={40} />
            <Link href={paths.user(person.id)} className="min-w-0 flex-1 font-strong wrap-anywhere">
              {person.username}
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore
        list={rows}
        hasMore={more.hasNextPage}
        isBusy={more.isFetchingNextPage}
        onMore={more.fetchNextPage}
        error={more.isFetchNextPageError ? errorText(error).description : undefined}
      />
    </>
  )
}

function nobody(list: FollowList, isMine: boolean): string {
  if (list === 'followers') return isMine ? 'Nobody follows you yet.' : 'No followers yet.'
  return isMine ? 'You don’t follow anyone yet. You can do so on a person’s profile.' : 'Follows nobody yet.'
}
