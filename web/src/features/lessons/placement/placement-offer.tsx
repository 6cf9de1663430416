import type { OfferedPlacement } from '@aura/api/calls/lessons/path'
import { useState } from 'react'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from '../lessons.module.css'

const PlacementDialog = lateDialog(() => import('./placement-dialog.tsx'))

interface PlacementOfferProps {
  unit: { id: string; title: string }
  /** Null if nothing of the unit is left to pass; a result on screen stays until it is closed. */
  placement: OfferedPlacement | null
}

export function PlacementOffer({ unit, placement }: PlacementOfferProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {placement && (
        <div className={styles.placement}>
          <p className="text-ink-2">{offerText(placement)}</p>
          {placement.state !== 'rests' && (
            <Button
              kind="secondary"
              size={40}
              aria-label={`${actionOf(placement)}: ${unit.title}`}
              onClick={() => setOpen(true)}
            >
              {actionOf(placement)}
            </Button>
          )}
        </div>
      )}
      <PlacementDialog unit={unit} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const actionOf = ({ state }: OfferedPlacement) => (state === 'open' ? 'Continue' : 'Take the Check')

function offerText({ state, lessons, questions, auraReward }: OfferedPlacement): string {
  if (state === 'rests') return 'You can try to pass a unit again tomorrow.'
  const what = lessons === 1 ? 'this lesson' : `these ${lessons} lessons`
  return `Know it already? Answer ${questions} questions to pass ${what} and earn ${auraReward} AP.`
}
