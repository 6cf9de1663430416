import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/aura/aura-shape'
import { useMemo } from 'react'
import { colorOfDays } from '../level-colors.ts'
import { LiveAura } from './live-aura.tsx'
import { useRenderingPath } from './rendering-path.ts'
import type { RingLayout, RingMoment, RingPicture } from './ring-picture.ts'
import { StillRing } from './still-ring.tsx'

interface AuraCanvasProps {
  id: string
  days: number
  auraPoints: number
  /** Must keep its identity between renders. */
  layout: RingLayout
  className?: string
  /** Said to those who can't see it; without one the picture is decoration. */
  label?: string
  /** How far the glow reaches, in radii; by default to the nearest edge. */
  glowEnd?: number
}

/** A large aura. It sways where the machine can do that at no cost to the page, and is a still drawing elsewhere. */
export function AuraCanvas({
  id,
  days,
  auraPoints,
  layout,
  className = 'absolute inset-0',
  label,
  glowEnd,
}: AuraCanvasProps) {
  const path = useRenderingPath()
  const picture = useMemo<RingPicture>(
    () => ({ shape: auraShape(id, days, auraPoints), layout, glowEnd }),
    [id, days, auraPoints, layout, glowEnd],
  )
  const color = colorOfDays(days)
  const moment: RingMoment = { day: days, released: 0, blend: { from: color, to: color, k: 1 } }
  return (
    <div
      className={className}
      data-aura={days > 0 ? levelOfStreak(days).key : 'none'}
      data-path={path === 'webgl' ? path : 'canvas'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {path === 'webgl' ? (
        <LiveAura key={id} picture={picture} momentAt={() => moment} />
      ) : (
        <StillRing picture={picture} />
      )}
    </div>
  )
}
