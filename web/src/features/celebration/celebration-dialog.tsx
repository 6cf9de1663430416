import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { type ReactNode, useEffect, useRef } from 'react'
import { DayRule } from '#aura/day-rule.tsx'
import { Button } from '#ui/button'
import { Dialog, DialogTitle } from '#ui/dialog'
import styles from './celebration.module.css'
import { type Celebrating, endCelebration } from './celebration.ts'
import { GrowingAura } from './growing-aura.tsx'
import { celebrationText, grownAfter } from './growth.rules.ts'
import { usePassed } from './use-passed.ts'

/** The moment of reward: a line grows, a number rolls, and what it means stands below. Said once, as the dialog's name. */
export default function CelebrationDialog({ celebrating }: { celebrating: Celebrating }): ReactNode {
  const goOn = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // What had the focus before may be gone with the dialog it was in: the screen below begins anew.
    return () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
      setTimeout(() => heading?.focus({ preventScroll: true }))
    }
  }, [])
  const { after } = celebrating
  return (
    <Dialog open onClose={endCelebration} phone="full" className={styles.dialog ?? ''} initialFocus={goOn}>
      <div className={styles.stage} data-aura={after.days > 0 ? levelOfStreak(after.days).key : 'none'}>
        <Moment celebrating={celebrating} />
        <Button ref={goOn} className={styles.on ?? ''} size={56} onClick={endCelebration}>
          Keep going
        </Button>
      </div>
    </Dialog>
  )
}

function Moment({ celebrating }: { celebrating: Celebrating }) {
  const { gained, of, before, after, text, startedAtMs } = celebrating
  const passedMs = usePassed(startedAtMs)
  const shown = Math.round(gained.amount * grownAfter(passedMs))
  return (
    <>
      <div className={styles.plate}>
        <GrowingAura celebrating={celebrating} passedMs={passedMs} />
        <div className={styles.day} aria-hidden="true">
          <span>Day</span>
          <span className="num">{after.days}</span>
          <span>{levelOfStreak(after.days).name}</span>
        </div>
      </div>
      <div className={styles.words}>
        {gained.amount > 0 && (
          <p className={`num ${styles.amount}`} aria-hidden="true">
            +{formatWhole(shown)}
            <small>{gained.unit}</small>
          </p>
        )}
        <DialogTitle className={styles.title ?? ''}>
          {gained.amount > 0 && (
            <span className="sr-only">
              {of ? `${of.name} got` : gained.unit === 'AP' ? 'You earned' : 'You got'} {formatWhole(gained.amount)}{' '}
              {gained.unit}.{' '}
            </span>
          )}
          {celebrationText(before.days, after.days, text)}
        </DialogTitle>
        <div className={styles.rule}>
          <DayRule streak={after.days} />
        </div>
      </div>
    </>
  )
}
