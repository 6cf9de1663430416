import { levelOfStreak } from '@aura/api/levels'
import { heroLoop, STILL_DAY } from '@aura/drawing/hero-loop'
import { lazy, Suspense, useCallback, useState } from 'react'
import { preload } from 'react-dom'
import { giveUpVideo, type RenderingPath, renderingPath, useRenderingPath } from '#aura/canvas/rendering-path.ts'
import { StrokeIcon } from '#ui/layout/stroke-icon'
import styles from './hero-aura.module.css'
import { HeroVideo, POSTER, POSTER_SECONDS } from './hero-video.tsx'
import landing from './landing.module.css'

// The renderer is large, and most visitors get the video.
const LiveHero = lazy(async () => ({ default: (await import('./live-hero.tsx')).LiveHero }))
const StillHero = lazy(async () => ({ default: (await import('./still-hero.tsx')).StillHero }))

// WebKit plays a video in a layer of its own and ignores its blend mode, which would leave a pale square behind the
// ring.
const blendsVideos = !navigator.vendor.startsWith('Apple')

const pathOf = (rendering: RenderingPath) => (rendering === 'video' && !blendsVideos ? 'still' : rendering)

export function preloadPoster(): void {
  if (pathOf(renderingPath()) === 'video') preload(POSTER, { as: 'image', fetchPriority: 'high' })
}

const dayAt = (seconds: number) => Math.floor(heroLoop(seconds).day)

export function HeroAura() {
  const path = pathOf(useRenderingPath())
  const moves = path === 'webgl' || path === 'video'
  const [isPlaying, setIsPlaying] = useState(true)
  const [shownDay, setShownDay] = useState(() => dayAt(path === 'video' ? POSTER_SECONDS : 0))
  const day = moves ? shownDay : STILL_DAY
  const level = levelOfStreak(day)
  const follow = useCallback((seconds: number) => setShownDay(dayAt(seconds)), [])
  return (
    <>
      <div className={styles.picture} data-path={path}>
        <div
          className={landing.ring}
          role="img"
          aria-label="A ring that gains one filament of light for every day of a streak, changing colour at each Aura level"
        >
          <Suspense>
            {path === 'webgl' && <LiveHero isPlaying={isPlaying} onTime={follow} />}
            {path === 'video' && <HeroVideo isPlaying={isPlaying} onTime={follow} onFail={giveUpVideo} />}
            {!moves && <StillHero />}
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
          <StrokeIcon path={isPlaying ? 'M8 5v14M16 5v14' : 'm7 5 12 7-12 7z'} strokeWidth={1.75} />
          <span>{isPlaying ? 'Pause' : 'Play'}</span>
        </button>
      )}
    </>
  )
}
