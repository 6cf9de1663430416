import { useEffect, useRef } from 'react'
import { type FrameLoop, frameLoop } from '#aura/canvas/frame-loop.ts'
import styles from './hero-aura.module.css'

export const POSTER = '/hero/aura-poster.webp'

/** Loop time of the poster, at which playback continues. */
export const POSTER_SECONDS = 22

interface HeroVideoProps {
  isPlaying: boolean
  /** Called with the loop time on every frame; the video is as long as the live loop. */
  onTime: (seconds: number) => void
  onFail: () => void
}

/** Fallback for machines that can't render the loop live. */
export function HeroVideo({ isPlaying, onTime, onFail }: HeroVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const loop = useRef<FrameLoop>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const started = frameLoop(
      element,
      () => onTime(element.readyState === 0 ? POSTER_SECONDS : element.currentTime),
      (isRunning) => {
        if (isRunning) element.play().catch(() => {})
        else element.pause()
      },
    )
    loop.current = started
    return () => started.stop()
  }, [onTime])
  useEffect(() => (isPlaying ? loop.current?.play() : loop.current?.pause()), [isPlaying])
  return (
    <video
      ref={video}
      className={styles.video}
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      poster={POSTER}
    >
      {/* Its first frame is that of the poster, not day 0. */}
      <source src={`/hero/aura-loop.webm#t=${POSTER_SECONDS}`} type="video/webm" onError={onFail} />
    </video>
  )
}
