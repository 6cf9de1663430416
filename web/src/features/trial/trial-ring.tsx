import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { streamer } from '@aura/drawing/filaments'
import { useMemo } from 'react'
import type { RingLayout, RingPicture } from '#aura/canvas/ring-picture.ts'
import { StillRing } from '#aura/canvas/still-ring.tsx'
import { RingDay } from '#aura/ring-day.tsx'
import { tabStore } from '#lib/browser-storage'
import styles from './trial-lesson.module.css'

const WIDTH = 3.6
/** Shortest line in rim radii, so that a single one can be seen. */
const MIN_LENGTH = 0.55

const layout: RingLayout = (width, height) => ({ cx: width / 2, cy: height / 2, r: Math.min(width, height) / WIDTH })

interface TrialRingProps {
  /** Of the account, if there is one. */
  id?: string | undefined
  auraPoints: number
  isLit: boolean
}

export function TrialRing({ id, auraPoints, isLit }: TrialRingProps) {
  const days = isLit ? 1 : 0
  const seed = id ?? visitorSeed()
  const picture = useMemo<RingPicture>(
    () => ({ shape: auraShape(seed, 1, auraPoints), layout, glowEnd: undefined }),
    [seed, auraPoints],
  )
  const path = useMemo(() => linePath(picture), [picture])
  return (
    <div
      className={styles.ring}
      data-aura={isLit ? levelOfStreak(days).key : 'none'}
      role="img"
      aria-label={isLit ? 'Your ring on day 1, with one line lit' : 'Your ring on day 0, with line 1 still dotted'}
    >
      <StillRing picture={picture} day={days} />
      <svg
        className={styles.line}
        viewBox={`${-WIDTH / 2} ${-WIDTH / 2} ${WIDTH} ${WIDTH}`}
        data-lit={isLit || undefined}
        aria-hidden="true"
      >
        <path d={path} pathLength={1} />
      </svg>
      <RingDay days={days} className={styles.day} />
    </div>
  )
}

function linePath({ shape }: RingPicture): string {
  const line = streamer(shape, 0, 1)
  if (!line) return ''
  const stretch = Math.max(1, MIN_LENGTH / line.length)
  const points = line.points.map(([x, y]) => {
    const radius = Math.hypot(x, y)
    const k = (1 + (radius - 1) * stretch) / radius
    return `${(x * k).toFixed(3)} ${(y * k).toFixed(3)}`
  })
  return `M${points.join('L')}`
}

const SEED = 'aura-visitor-ring'

/** Returns the seed of a visitor's ring, constant while the tab is open. */
function visitorSeed(): string {
  const known = tabStore.getItem(SEED)
  if (known !== null) return known
  const seed = crypto.randomUUID()
  tabStore.setItem(SEED, seed)
  return seed
}
