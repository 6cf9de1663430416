import type { Place } from '@aura/api/calls/standing'
import { formatWhole } from '@aura/api/money'
import { STANDING_RULES } from '@aura/api/rules/standing'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Segmented } from '#ui/forms/segmented'
import { useNearView } from '#ui/layout/near'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'

type List = 'received' | 'given'

export function PlaceLists({ id, isMine }: { id: string; isMine: boolean }) {
  const [list, setList] = useState<List>('received')
  const card = useRef<HTMLElement>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/users/:id/places', { id }),
    staleTime: 0,
    enabled: useNearView(card),
  })
  const count = (number: number | undefined) => (number === undefined ? '' : ` ${formatWhole(number)}`)
  const items = [
    { value: 'received', name: `Received${count(data?.receivedTotal)}` },
    { value: 'given', name: `Given${count(data?.given.length)}` },
  ] as const
  const places = data?.[list]
  return (
    <TitledCard
      ref={card}
      id="places"
      title="Standing by"
      control={<Segmented labelledBy="places" items={items} value={list} onChange={setList} />}
    >
      {!data && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-14" />}
      {places?.length === 0 && <p className="text-ink-2">{nobody(list, isMine)}</p>}
      {places && places.length > 0 && (
        <Rows label={list === 'received' ? 'Who stands by them' : 'Whom they stand by'}>
          {places.map((place) => (
            <PlaceRow key={place.person.id} place={place} />
          ))}
        </Rows>
      )}
      {data && list === 'received' && data.receivedTotal > data.received.length && (
        <p className="pt-3 text-sm text-ink-2">The newest {STANDING_RULES.shown}. Older ones aren’t listed.</p>
      )}
    </TitledCard>
  )
}

function PlaceRow({ place: { person, line, placedAt } }: { place: Place }) {
  const times = useTimes()
  return (
    <Row
      picture={<PersonRing person={person} size={40} />}
      title={<Link href={paths.user(person.id)}>{person.username}</Link>}
      note={
        <>
          Since {times.day(placedAt)}
          {line !== null && (
            <span className="block text-ink">
              <bdi>{line}</bdi>
            </span>
          )}
        </>
      }
    />
  )
}

function nobody(list: List, isMine: boolean): string {
  if (list === 'received') return isMine ? 'Nobody stands by you yet.' : 'Nobody stands by them yet.'
  return isMine
    ? `You have ${TRUST_RULES.places} places. Press Stand by on the profile of a person you trust.`
    : 'Stands by nobody yet.'
}
