import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { lazy, Suspense } from 'react'
import type { RingLayout } from '#aura/aura-canvas.tsx'
import { useStats } from '#features/leaderboard/public'
import { Button } from '#ui/button'
import { Skeleton } from '#ui/skeleton'
import styles from './landing.module.css'

// Drawn once the words stand: the picture is not worth waiting for.
const AuraCanvas = lazy(async () => ({ default: (await import('#aura/aura-canvas.tsx')).AuraCanvas }))

/** The aura of nobody in particular, on the day it closes its ring. */
const SHOWN = { id: 'aura-hero-7', days: 30, auraPoints: 400_000 }
const PHONE_WIDTH = 896

const layout: RingLayout = (width, height) =>
  width < PHONE_WIDTH
    ? { cx: width * 0.5, cy: 240, r: 76, weight: 0.7 }
    : { cx: width * 0.752, cy: height * 0.42, r: Math.min(178, width * 0.124) }

interface HeroProps {
  onLogin: () => void
  onLikelyLogin: () => void
}

/** The first view: the promise, the way in, and three figures. */
export function Hero({ onLogin, onLikelyLogin }: HeroProps) {
  const level = levelOfStreak(SHOWN.days)
  return (
    <section className={styles.hero} aria-labelledby="headline">
      <Suspense>
        <AuraCanvas
          {...SHOWN}
          layout={layout}
          glowEnd={2.7}
          className={styles.ring ?? ''}
          label="A ring with one filament of light for every day of a streak"
        />
      </Suspense>
      <div className={styles.day} data-aura={level.key} aria-hidden="true">
        <span>Day</span>
        <span className="num">{SHOWN.days}</span>
        <span>{level.name}</span>
      </div>
      <div className={`page ${styles.inner}`}>
        <h1 id="headline" className={styles.headline}>
          <span className={styles.build}>Build</span> <span className={styles.your}>your</span>{' '}
          <span className={styles.aura}>aura</span>
        </h1>
        <div className={styles.action}>
          <Button size={56} onClick={onLogin} onPointerEnter={onLikelyLogin} onFocus={onLikelyLogin}>
            LOGIN
          </Button>
          <p>Transforming Web3 education through gamified social learning</p>
        </div>
        <Figures />
      </div>
    </section>
  )
}

function Figures() {
  const { data, isPending } = useStats()
  const figure = (value: number | undefined) => {
    if (isPending) return <Skeleton className="h-[.8em] w-[3em]" />
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
        <dd className="num">Unlit</dd>
      </div>
      <div>
        <dt>LIVE NOW</dt>
        <dd className="num">{figure(data?.activeBattles)}</dd>
      </div>
    </dl>
  )
}
