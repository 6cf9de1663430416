import type { OtherPerson } from '@aura/api/shapes'
import { useRef } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { Card } from '#features/settings'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { ShowMore } from '#ui/layout/show-more'
import { HideFollowers } from './hide-followers.tsx'
import { useBlocked } from './use-people.ts'
import { useChange } from './use-relation.ts'

/** The privacy of the user's followers, and the people they blocked. */
export default function PeopleCard() {
  const { people, error, isFetching, refetch, ...more } = useBlocked()
  const list = useRef<HTMLUListElement>(null)
  return (
    <Card title="Followers and blocks">
      <HideFollowers />
      {!people && !error && <Skeleton className="my-4 h-10" />}
      {!people && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {people?.length === 0 && (
        <p className="py-3 text-ink-2">You haven’t blocked anyone. You can do so on a person’s profile.</p>
      )}
      {people && people.length > 0 && (
        <>
          <ul ref={list} className="divide-y divide-line" aria-label="Blocked people">
            {people.map((person) => (
              <BlockedPerson key={person.id} person={person} />
            ))}
          </ul>
          <ShowMore
            list={list}
            hasMore={more.hasNextPage}
            isBusy={more.isFetchingNextPage}
            onMore={more.fetchNextPage}
            error={more.isFetchNextPageError ? errorText(error).description : undefined}
          />
        </>
      )}
    </Card>
  )
}

function BlockedPerson({ person }: { person: OtherPerson }) {
  const unblock = useChange(person.id, 'unblock')
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <PersonRing person={person} size={40} />
      <Link href={paths.user(person.id)} className="min-w-0 flex-1 font-strong wrap-anywhere">
        {person.username}
      </Link>
      <Button
        kind="secondary"
        size={40}
        aria-label={`Unblock ${person.username}`}
        busy={unblock.isPending && 'Unblocking...'}
        onClick={() => unblock.mutate()}
      >
        Unblock
      </Button>
    </li>
  )
}
