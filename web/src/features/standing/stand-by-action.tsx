import type { OtherPerson } from '@aura/api/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#lib/query-client'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { useOwnPlaces, useStandBy } from './use-places.ts'

const PlaceDialog = lateDialog(() => import('./place-dialog.tsx'))
const NoPlaceDialog = lateDialog(() => import('./no-place-dialog.tsx'))

export function StandByAction({ person }: { person: OtherPerson }) {
  const { data, isPending } = useOwnPlaces()
  const { data: relation } = useQuery({ ...read('GET /api/users/:id/relation', { id: person.id }), staleTime: 0 })
  const [asking, setAsking] = useState<'line' | 'room' | null>(null)
  const stand = useStandBy(person)
  // Keeps its place until it is known which button it is.
  if (isPending)
    return (
      <Button className="invisible" kind="secondary" size={48} disabled>
        Stand by
      </Button>
    )
  if (!data || relation?.isBlocked) return null
  const { total, left, places } = data
  const place = places.find((each) => each.person.id === person.id)
  const close = () => setAsking(null)
  return (
    <>
      {place ? (
        <Button kind="secondary" size={48} aria-haspopup="dialog" onClick={() => setAsking('line')}>
          <span>
            Standing by<span className="sr-only"> {person.username}</span>
          </span>
        </Button>
      ) : (
        <Button
          kind="secondary"
          size={48}
          aria-haspopup={left === 0 ? 'dialog' : undefined}
          onClick={() => (left === 0 ? setAsking('room') : stand.mutate(undefined))}
        >
          <span>
            Stand by<span className="sr-only"> {person.username},</span>{' '}
            <span className="text-ink-2">
              {left} of {total} <span className="sr-only">places </span>left
            </span>
          </span>
        </Button>
      )}
      <span className="sr-only" role="status">
        {place && stand.isSuccess && `You stand by ${person.username}. ${left} of ${total} places left.`}
      </span>
      <PlaceDialog open={asking === 'line'} onClose={close} person={person} place={place} total={total} />
      <NoPlaceDialog open={asking === 'room'} onClose={close} person={person} own={data} />
    </>
  )
}
