import type { Answer } from '@aura/api/calls'
import type { OtherPerson } from '@aura/api/shapes'
import { PersonRing } from '#aura/person-ring.tsx'
import { Button } from '#ui/forms/button'
import { Row, Rows } from '#ui/layout/rows'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { useStandBy, useTakeBack } from './use-places.ts'

interface NoPlaceDialogProps {
  open: boolean
  onClose: () => void
  /** Whom the viewer wants to stand by. */
  person: OtherPerson
  own: Answer<'GET /api/places'>
}

export default function NoPlaceDialog({ open, onClose, person, own: { total, left, places } }: NoPlaceDialogProps) {
  const stand = useStandBy(person, onClose)
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title={`Stand by ${person.username}`} />
      <DialogBody>
        <p className="text-ink-2" aria-live="polite">
          {left === 0
            ? `All of your ${total} places are taken. Take one back first.`
            : `You have ${left} of ${total} places left.`}
        </p>
        <Rows label="You stand by">
          {places.map((place) => (
            <Row
              key={place.person.id}
              picture={<PersonRing person={place.person} size={40} />}
              title={place.person.username}
              note={place.line !== null && <bdi>{place.line}</bdi>}
              action={<TakeBack person={place.person} />}
            />
          ))}
        </Rows>
      </DialogBody>
      <DialogActions>
        <Button
          className="wrap-anywhere"
          busy={stand.isPending && 'Saving...'}
          disabled={left === 0}
          onClick={() => stand.mutate(undefined)}
        >
          Stand by {person.username}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function TakeBack({ person }: { person: OtherPerson }) {
  const takeBack = useTakeBack(person.id)
  return (
    <Button
      kind="secondary"
      size={40}
      aria-label={`Take back from ${person.username}`}
      busy={takeBack.isPending && 'Taking it back...'}
      onClick={() => takeBack.mutate(null)}
    >
      Take back
    </Button>
  )
}
