import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/aura/aura-shape'
import { heroLoop } from '@aura/aura/hero-loop'
import { levelBlend } from '@aura/aura/level-blend'
import { Pause, Play } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { giveUpVideo, useRenderingPath } from '#aura/rendering-path.ts'
import type { RingLayout, RingMoment, RingPicture } from '#aura/ring-picture.ts'
import styles from './hero-aura.module.css'
import { HeroVideo } from './hero-video.tsx'
import landing from './landing.module.css'

// What draws an aura is large, and most visitors see a film of it.
const LiveAura = lazy(async () => ({ default: (await import('#aura/live-aura.tsx')).LiveAura }))
const StillRing = lazy(async () => ({ default: (await import('#aura/still-ring.tsx')).StillRing }))

/** Whoever can't or won't see it move sees the day on which it closes its ring. */
const STILL_DAY = 30
const PHONE_WIDTH = 896
const LEVEL_STARTS = AURA_LEVELS.map(({ minDays }) => minDays)

// hero-aura.module.css places the video the same way.
const layout: RingLayout = (width, height) =>
  width < PHONE_WIDTH
    ? { cx: width * 0.5, cy: 240, r: 76, weight: 0.7 }
    : { cx: width * 0.752, cy: height * 0.42, r: Math.min(178, width * 0.124) }

/** The aura of nobody in particular. */
const PICTURE: RingPicture = { shape: auraShape('aura-hero-7', STILL_DAY, 400_000), layout, glowEnd: 2.7 }

const momentAt = (seconds: number): RingMoment => {
  const { day, released } = heroLoop(seconds)
  return { day, released, blend: levelBlend(LEVEL_STARTS, day) }
}

/** The hero's picture: an aura that grows from day 0 to 36 through all five levels, over and over, until paused. */
export function HeroAura() {
  const path = useRenderingPath()
  const moves = path === 'webgl' || path === 'video'
  const [isPlaying, setIsPlaying] = useState(true)
  const [shownDay, setShownDay] = useState(0)
  const day = moves ? shownDay : STILL_DAY
  const level = levelOfStreak(day)
  const follow = useCallback((seconds: number) => {
    const moment = momentAt(seconds)
    setShownDay(Math.floor(moment.day))
    return moment
  }, [])
  return (
    <>
      <div className={styles.picture} data-path={path}>
        <div
          className={landing.ring}
          role="img"
          aria-label="A ring that gains one filament of light for every day of a streak, changing colour at each Aura level"
        >
          <Suspense>
            {path === 'webgl' && (
              <LiveAura picture={PICTURE} momentAt={follow} startSeconds={0} isPlaying={isPlaying} />
            )}
            {path === 'video' && <HeroVideo isPlaying={isPlaying} onTime={follow} onFail={giveUpVideo} />}
            {!moves && <StillRing picture={PICTURE} />}
          </Suspense>
        </div>
        <div className={landing.day} data-aura={level.key} aria-hidden="true">
          <span>Day</span>
          <span className="num">{day}</span>
          <span>{level.name}</span>
        </div>
      </div>
      {moves && (
        <button type="button" className={styles.pause} onClick={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? <Pause size={18} strokeWidth={1.75} /> : <Play size={18} strokeWidth={1.75} />}
          <span>{isPlaying ? 'Pause' : 'Play'}</span>
        </button>
      )}
    </>
  )
}
