import { STILL_AT } from '@aura/drawing/filaments'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '#lib/theme'
import { type LiveRing, startLiveRing } from './live-ring.ts'
import { type RingMoment, type RingPicture, restingMoment } from './ring-picture.ts'
import { StillRing } from './still-ring.tsx'

interface LiveAuraProps {
  /** Must stay the same person; use another `key` for another person. */
  picture: RingPicture
  /** Defaults to the picture's own days. */
  momentAt?: (seconds: number) => RingMoment
  startSeconds?: number
  isPlaying?: boolean
}

export function LiveAura({
  picture,
  momentAt = () => restingMoment(picture),
  startSeconds = STILL_AT,
  isPlaying = true,
}: LiveAuraProps) {
  const host = useRef<HTMLDivElement>(null)
  const ring = useRef<LiveRing>(null)
  const source = useRef({ picture, momentAt })
  const [isLive, setIsLive] = useState(true)
  const theme = useTheme()
  useEffect(() => {
    source.current = { picture, momentAt }
  })
  useEffect(() => {
    if (!host.current) return
    const started = startLiveRing(host.current, { source: () => source.current, startSeconds, onLive: setIsLive })
    ring.current = started
    return () => started.stop()
  }, [startSeconds])
  useEffect(() => ring.current?.setPlaying(isPlaying), [isPlaying])
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws a paused ring
  useEffect(() => ring.current?.redraw(), [picture, theme])
  return (
    <div ref={host} className="absolute inset-0" data-live={isLive}>
      {!isLive && <StillRing picture={picture} />}
    </div>
  )
}
