import type { Place } from '@aura/api/calls/standing'
import { STANDING_RULES } from '@aura/api/rules/standing'
import { TRUST_RULES } from '@aura/api/rules/trust'
import type { OtherPerson } from '@aura/api/shapes'
import { cleanLine } from '@aura/api/visible-text'
import { useEffect, useState } from 'react'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { useStandBy, useTakeBack } from './use-places.ts'

interface PlaceDialogProps {
  open: boolean
  onClose: () => void
  person: OtherPerson
  place: Place | undefined
  /** Number of places that the viewer has. */
  total: number
}

const { lineLength } = STANDING_RULES

export default function PlaceDialog({ open, onClose, person, place, total }: PlaceDialogProps) {
  const [text, setText] = useState('')
  const stored = place?.line ?? ''
  useEffect(() => {
    if (open) setText(stored)
  }, [open, stored])
  const save = useStandBy(person, onClose)
  const takeBack = useTakeBack(person.id, onClose)
  const line = cleanLine(text)
  const isTooLong = line.length > lineLength
  const isBusy = save.isPending || takeBack.isPending
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow">
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isTooLong || isBusy) return
          if (line === stored) onClose()
          else save.mutate(line)
        }}
      >
        <DialogHeader title={`You stand by ${person.username}`} />
        <DialogBody>
          <p className="mb-4 text-ink-2 wrap-anywhere">
            This is one of your {total} places. The Trust it brings {person.username} grows over {TRUST_RULES.ripenDays}{' '}
            days. If you take it back and stand by them again, it starts over.
          </p>
          <Field
            label="Your line"
            optional
            value={text}
            onText={setText}
            autoComplete="off"
            enterKeyHint="done"
            counted={lineLength}
            {...(isTooLong
              ? { error: `Your line has at most ${lineLength} characters` }
              : { hint: `Everyone sees it on ${person.username}’s profile` })}
          />
        </DialogBody>
        <DialogActions>
          <Button
            kind="secondary"
            aria-label={`Take it back from ${person.username}`}
            busy={takeBack.isPending && 'Taking it back...'}
            disabled={save.isPending}
            onClick={() => takeBack.mutate(null)}
          >
            Take it back
          </Button>
          <Button type="submit" busy={save.isPending && 'Saving...'} disabled={isTooLong || takeBack.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
