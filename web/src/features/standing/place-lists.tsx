import type { Place, ReceivedPlace } from '@aura/api/calls/standing'
import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { Flag } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Points } from '#aura/people-list.tsx'
import { PersonRing } from '#aura/person-ring.tsx'
import { useAuth } from '#features/auth'
import { ReportText } from '#features/moderation'
import { errorText } from '#lib/error-text'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { IconButton } from '#ui/forms/icon-button'
import { Segmented } from '#ui/forms/segmented'
import { useNearView } from '#ui/layout/near'
import { Row, Rows } from '#ui/layout/rows'
import { ShowMore } from '#ui/layout/show-more'
import { TitledCard } from '#ui/layout/titled-card'
import { discountTexts, placeTexts, trustText } from './place-text.ts'
import { usePlacesOf } from './use-places-of.ts'

type List = 'received' | 'given'

export function PlaceLists({ id, isMine }: { id: string; isMine: boolean }) {
  const [list, setList] = useState<List>('received')
  const card = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const { places, error, isFetching, refetch, ...more } = usePlacesOf(id, useNearView(card))
  const count = (number: number | undefined) => (number === undefined ? '' : ` ${formatWhole(number)}`)
  const items = [
    { value: 'received', name: `Received${count(places?.receivedTotal)}` },
    { value: 'given', name: `Given${count(places?.given.length)}` },
  ] as const
  return (
    <TitledCard
      ref={card}
      id="places"
      title="Standing by"
      control={<Segmented labelledBy="places" items={items} value={list} onChange={setList} />}
    >
      {!places && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!places && !error && <Skeleton className="h-14" />}
      {places?.[list].length === 0 && <p className="text-ink-2">{emptyText(list, isMine)}</p>}
      {places && list === 'received' && places.received.length > 0 && (
        <>
          <p className="text-ink-2">
            {trustText(places.trust, isMine)}{' '}
            <Link href={paths.trust} className="text-link">
              How Trust works
            </Link>
          </p>
          <Rows ref={rows} label="People who stand by them">
            {places.received.map((place) => (
              <ReceivedRow key={place.person.id} place={place} />
            ))}
          </Rows>
          <ShowMore
            list={rows}
            hasMore={more.hasNextPage}
            isBusy={more.isFetchingNextPage}
            onMore={more.fetchNextPage}
            error={more.isFetchNextPageError ? errorText(error).description : undefined}
          />
        </>
      )}
      {places && list === 'given' && places.given.length > 0 && (
        <Rows label="People they stand by">
          {places.given.map((place) => (
            <GivenRow key={place.person.id} place={place} giverId={id} />
          ))}
        </Rows>
      )}
    </TitledCard>
  )
}

function ReceivedRow({ place }: { place: ReceivedPlace }) {
  const times = useTimes()
  return (
    <PlaceRow
      place={place}
      writerId={place.person.id}
      notes={placeTexts(place, times)}
      action={
        <span className="whitespace-nowrap">
          <Points value={place.points > 0 ? `+${formatWhole(place.points)}` : '0'} unit="Trust" />
        </span>
      }
    >
      {place.discounts.map((discount) => (
        <span key={discount} className="block">
          {discountTexts[discount]}
          {discount === 'related' && (
            <>
              {' '}
              <Link href={paths.relatedAccounts} className="text-link">
                Appeal in Settings
              </Link>
            </>
          )}
        </span>
      ))}
    </PlaceRow>
  )
}

function GivenRow({ place, giverId }: { place: Place; giverId: string }) {
  const times = useTimes()
  return <PlaceRow place={place} writerId={giverId} notes={[`Since ${times.day(place.placedAt)}`]} />
}

interface PlaceRowProps {
  place: Place
  writerId: string
  notes: readonly string[]
  action?: ReactNode
  children?: ReactNode
}

const PlaceRow = ({ place: { id, person, line }, writerId, notes, action, children }: PlaceRowProps) => (
  <Row
    picture={<PersonRing person={person} size={40} />}
    title={<Link href={paths.user(person.id)}>{person.username}</Link>}
    note={
      <>
        {line !== null && (
          <span className="flex items-center gap-1 text-ink">
            <bdi>{line}</bdi>
            <ReportButton id={id} text={line} writerId={writerId} of={person.username} />
          </span>
        )}
        {notes.join(' · ')}
        {children}
      </>
    }
    action={action}
  />
)

interface ReportButtonProps {
  id: string
  text: string
  writerId: string
  /** Whom the row shows. */
  of: string
}

/** Signed-in people can report what others wrote. */
function ReportButton({ id, text, writerId, of }: ReportButtonProps) {
  const auth = useAuth()
  const [isOpen, setOpen] = useState(false)
  if (auth.state !== 'authenticated' || auth.user.id === writerId) return null
  return (
    <>
      <IconButton
        label={`Report the line beside ${of}`}
        icon={<Flag size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ReportText kind="line" id={id} text={text} onClose={() => setOpen(false)} />}
    </>
  )
}

function emptyText(list: List, isMine: boolean): string {
  if (list === 'received') return isMine ? 'No one stands by you yet.' : 'No one stands by them yet.'
  return isMine
    ? `You have ${TRUST_RULES.places} places. Press Stand by on the profile of a person you trust.`
    : 'They don’t stand by anyone yet.'
}
