import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { DayRule } from '#aura/day-rule.tsx'
import { useLevelPerks } from '#aura/level-perks.ts'
import { RingDay } from '#aura/ring-day.tsx'
import { Button } from '#ui/forms/button'
import { Dialog, DialogTitle } from '#ui/overlay/dialog'
import styles from './celebration.module.css'
import { type Celebrating, countedCelebration, endCelebration, openedCelebration } from './celebration.ts'
import { GrowingAura } from './growing-aura.tsx'
import { celebrationText, GROWTH_MS, grownAfter } from './growth.rules.ts'
import { usePassed } from './use-passed.ts'

/** The dialog's name contains everything, so it is announced once. */
export default function CelebrationDialog({ celebrating }: { celebrating: Celebrating }): ReactNode {
  const goOn = useRef<HTMLButtonElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // Focus returns to the pressed element, or to the screen if it has gone with its dialog.
    return () => void setTimeout(() => focusAgain(before))
  }, [before])
  const { after, onward } = celebrating
  const go = () => {
    endCelebration()
    if (onward) navigate(onward.to)
  }
  return (
    <Dialog
      open
      onClose={endCelebration}
      onOpened={() => openedCelebration(celebrating)}
      phone="full"
      className={styles.dialog ?? ''}
      initialFocus={goOn}
    >
      <div className={styles.stage} data-aura={after.days > 0 ? levelOfStreak(after.days).key : 'none'}>
        <Moment celebrating={celebrating} />
        <div className={styles.actions}>
          <Button ref={goOn} size={56} onClick={go}>
            {onward?.text ?? 'Keep going'}
          </Button>
          {onward && (
            <Button kind="ghost" size={48} onClick={endCelebration}>
              Not now
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function focusAgain(before: Element | null): void {
  // The next step has opened a dialog, which holds the focus.
  if (document.querySelector('[role="dialog"][data-open]')) return
  const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
  const heading = document.querySelector<HTMLElement>('main h1')
  const next = isThere && !before.closest('[role="dialog"]') ? before : heading
  if (next === heading && heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  next?.focus({ preventScroll: true })
}

function Moment({ celebrating }: { celebrating: Celebrating }) {
  const { gained, of, before, after, text, isRegained } = celebrating
  const perks = useLevelPerks()
  const passedMs = usePassed(celebrating.id)
  const shown = Math.round(gained.amount * grownAfter(passedMs))
  const isCounted = passedMs >= GROWTH_MS
  useEffect(() => {
    if (isCounted) countedCelebration(celebrating)
  }, [isCounted, celebrating])
  return (
    <>
      <div className={styles.plate}>
        <GrowingAura key={celebrating.id} celebrating={celebrating} passedMs={passedMs} />
        <RingDay days={after.days} className={styles.day} />
      </div>
      <div className={styles.words}>
        {gained.amount > 0 && (
          <p
            className={`num ${styles.amount}`}
            style={{ '--letters': formatWhole(gained.amount).length + 1 } as CSSProperties}
            aria-hidden="true"
          >
            +{formatWhole(shown)}
            <small>{gained.unit}</small>
          </p>
        )}
        {/* Announced when one celebration follows another in the open dialog. */}
        <DialogTitle className={styles.title ?? ''} aria-live="polite">
          {gained.amount > 0 && (
            <span className="sr-only">
              {of ? `${of.name} got` : gained.unit === 'AP' ? 'You earned' : 'You got'} {formatWhole(gained.amount)}{' '}
              {gained.unit}.{' '}
            </span>
          )}
          {isRegained
            ? text
            : celebrationText(before.days, after.days, text, (level) => perks.map((perk) => perk.text(level)))}
        </DialogTitle>
        <div className={styles.rule}>
          <DayRule streak={after.days} />
        </div>
      </div>
    </>
  )
}
