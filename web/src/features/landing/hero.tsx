import { formatWhole } from '@aura/api/whole'
import { lazy, type Ref, Suspense } from 'react'
import { BattleStrip } from '#features/battles'
import { useStats } from '#features/leaderboard'
import { usePassedTrial } from '#features/trial'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, type ButtonSize, buttonClass } from '#ui/forms/button'
import styles from './landing.module.css'
import { LANDING_WORDS } from './words.ts'

const HeroAura = lazy(async () => {
  await afterFirstPaint()
  return { default: (await import('./hero-aura.tsx')).HeroAura }
})

const afterFirstPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

interface HeroProps {
  ref: Ref<HTMLElement>
  onLogin: () => void
  onLikelyLogin: () => void
}

export function Hero({ ref, onLogin, onLikelyLogin }: HeroProps) {
  return (
    <section ref={ref} className={`isolate ${styles.hero}`} aria-labelledby="headline">
      <div className={`page ${styles.inner}`}>
        <h1 id="headline" className="headline">
          <span>Build</span> <span>your</span> <span>aura</span>
        </h1>
        <div className={styles.action}>
          <p>{LANDING_WORDS.about}</p>
          <FirstStep size={56} onKeep={onLogin} />
          <Button kind="secondary" size={56} onClick={onLogin} onPointerEnter={onLikelyLogin} onFocus={onLikelyLogin}>
            LOGIN
          </Button>
        </div>
        <div className={styles.facts}>
          <Figures />
          <BattleStrip />
        </div>
      </div>
      <Suspense>
        <HeroAura />
      </Suspense>
    </section>
  )
}

/** Leads to the lesson anyone can try, and once that is passed, to keeping it. */
export function FirstStep({ size, onKeep }: { size: ButtonSize; onKeep: () => void }) {
  if (usePassedTrial()) {
    return (
      <Button size={size} onClick={onKeep}>
        Keep your line
      </Button>
    )
  }
  return (
    <a className={buttonClass('primary', size)} href="#trial">
      Try a lesson
    </a>
  )
}

function Figures() {
  const { data, isPending } = useStats()
  const isPassed = usePassedTrial()
  const figure = (value: number | undefined) => {
    if (isPending) return <Skeleton className={styles.unknown ?? ''} />
    return value === undefined ? <span title="Not available right now">–</span> : formatWhole(value)
  }
  return (
    <dl className={styles.figures}>
      <div>
        <dt>LEGENDS</dt>
        <dd className="num">{figure(data?.totalUsers)}</dd>
      </div>
      <div>
        <dt>AURA STATUS</dt>
        <dd className="num">
          <details className={styles.status}>
            <summary>{isPassed ? 'Day 1' : 'Unlit'}</summary>
            {isPassed ? (
              <p>Line 1 of your ring is lit. Join to keep it.</p>
            ) : (
              <p>
                Your ring has no line yet. <a href="#trial">One lesson</a> lights the first.
              </p>
            )}
          </details>
        </dd>
      </div>
      <div>
        <dt>LIVE NOW</dt>
        <dd className="num">{data ? <a href="#live">{formatWhole(data.activeBattles)}</a> : figure(undefined)}</dd>
      </div>
    </dl>
  )
}
