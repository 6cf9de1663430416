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
import { useBlocked, useMuted } from './use-people.ts'
import { useChange } from './use-relation.ts'

export default function PeopleCard() {
  return (
    <Card title="Followers and blocks">
      <HideFollowers />
      <Hidden
        label="Muted people"
        empty="You haven’t muted anyone."
        undo={{ change: 'unmute', text: 'Unmute', busy: 'Unmuting...' }}
        query={useMuted()}
      />
      <Hidden
        label="Blocked people"
        empty="You haven’t blocked anyone. You can do so on a person’s profile."
        undo={{ change: 'unblock', text: 'Unblock', busy: 'Unblocking...' }}
        query={useBlocked()}
      />
    </Card>
  )
}

interface Undo {
  change: 'unmute' | 'unblock'
  text: string
  busy: string
}

interface HiddenProps {
  label: string
  empty: string
  undo: Undo
  query: ReturnType<typeof useBlocked>
}

function Hidden({ label, empty, undo, query }: HiddenProps) {
  const { people, error, isFetching, refetch, ...more } = query
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      {!people && !error && <Skeleton className="my-4 h-10" />}
      {!people && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {people?.length === 0 && <p className="py-3 text-ink-2">{empty}</p>}
      {people && people.length > 0 && (
        <>
          <ul ref={list} className="divide-y divide-line" aria-label={label}>
            {people.map((person) => (
              <HiddenPerson key={person.id} person={person} undo={undo} />
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
    </>
  )
}

function HiddenPerson({ person, undo }: { person: OtherPerson; undo: Undo }) {
  const show = useChange(person.id, undo.change)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <PersonRing person={person} size={40} />
      <Link href={paths.user(person.id)} className="min-w-0 flex-1 font-strong wrap-anywhere">
        {person.username}
      </Link>
      <Button
        kind="secondary"
        size={40}
        aria-label={`${undo.text} ${person.username}`}
        busy={show.isPending && undo.busy}
        onClick={() => show.mutate()}
      >
        {undo.text}
      </Button>
    </li>
  )
}
