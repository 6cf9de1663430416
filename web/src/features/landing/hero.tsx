import { formatWhole } from '@aura/api/money'
import { lazy, Suspense } from 'react'
import { useStats } from '#features/leaderboard'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import styles from './landing.module.css'

const HeroAura = lazy(async () => {
  await afterFirstPaint()
  return { default: (await import('./hero-aura.tsx')).HeroAura }
})

const afterFirstPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

interface HeroProps {
  onLogin: () => void
  onLikelyLogin: () => void
}

export function Hero({ onLogin, onLikelyLogin }: HeroProps) {
  return (
    <section className={`isolate ${styles.hero}`} aria-labelledby="headline">
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
      <Suspense>
        <HeroAura />
      </Suspense>
    </section>
  )
}

function Figures() {
  const { data, isPending } = useStats()
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
            <summary>Unlit</summary>
            <p>
              Your ring has no line yet. <a href="#trial">One lesson</a> lights the first.
            </p>
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
