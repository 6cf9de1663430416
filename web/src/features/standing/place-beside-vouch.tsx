import type { OtherPerson } from '@aura/api/shapes'
import { type ReactNode, useState } from 'react'
import { Checkbox } from '#ui/forms/check'
import { useOwnPlaces, useStandBy } from './use-places.ts'

/**
 * Returns what a vouch form says about the viewer's place for a person: the vouch doubles the one they have, or the form
 * offers to take one. `onSent` takes it, once the payment is sent.
 */
export function usePlaceBesideVouch(person: OtherPerson, isBusy: boolean): { about: ReactNode; onSent: () => void } {
  const { data } = useOwnPlaces()
  const [isWanted, setWanted] = useState(true)
  const { mutate: stand } = useStandBy(person)
  if (!data) return { about: null, onSent: () => {} }
  const { username } = person
  if (data.places.some((place) => place.person.id === person.id))
    return { about: <Said>You stand by {username}. A vouch makes that place count double.</Said>, onSent: () => {} }
  if (data.left === 0)
    return {
      about: (
        <Said>
          All of your {data.total} places are taken. For Trust, a vouch counts only beside a place, so take one back
          first if you want to stand by {username}.
        </Said>
      ),
      onSent: () => {},
    }
  return {
    about: (
      <div className="py-2 wrap-anywhere">
        <Checkbox
          label={`Also stand by ${username}`}
          note={`Takes 1 of your ${data.left} places left, free and public. For Trust, a vouch counts only beside a place, which it doubles.`}
          checked={isWanted}
          onChange={setWanted}
          disabled={isBusy}
        />
      </div>
    ),
    onSent: () => isWanted && stand(undefined),
  }
}

const Said = ({ children }: { children: ReactNode }) => <p className="text-ink-2 wrap-anywhere">{children}</p>
