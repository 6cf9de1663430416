import { AURA_LEVELS } from '@aura/api/levels'
import { type HeroMoment, heroLoop } from '@aura/drawing/hero-loop'
import { levelBlend } from '@aura/drawing/level-blend'
import { useCallback } from 'react'
import { LiveAura } from '#aura/canvas/live-aura.tsx'
import type { RingMoment } from '#aura/canvas/ring-picture.ts'
import { HERO_PICTURE } from './hero-picture.ts'

const LEVEL_STARTS = AURA_LEVELS.map(({ minDays }) => minDays)

const ringAt = ({ day, released }: HeroMoment): RingMoment => ({ day, released, blend: levelBlend(LEVEL_STARTS, day) })

interface LiveHeroProps {
  isPlaying: boolean
  onTime: (seconds: number) => void
}

export function LiveHero({ isPlaying, onTime }: LiveHeroProps) {
  const follow = useCallback(
    (seconds: number) => {
      onTime(seconds)
      return ringAt(heroLoop(seconds))
    },
    [onTime],
  )
  return <LiveAura picture={HERO_PICTURE} momentAt={follow} startSeconds={0} isPlaying={isPlaying} />
}
