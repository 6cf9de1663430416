import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { useMemo } from 'react'
import { colorOfDays } from '../level-colors.ts'
import { useLateRenderingPath } from './late-rendering-path.ts'
import { LiveAura } from './live-aura.tsx'
import type { RingLayout, RingMoment, RingPicture } from './ring-picture.ts'
import { StillRing } from './still-ring.tsx'

interface AuraCanvasProps {
  id: string
  days: number
  auraPoints: number
  /** Must keep its identity between renders. */
  layout: RingLayout
  className?: string
  /** Accessible name; the drawing is decorative without one. */
  label?: string
  /** Reach of the glow in radii; defaults to the nearest edge. */
  glowEnd?: number
}

/** Large aura, animated if that is cheap, otherwise a still drawing. */
export function AuraCanvas({
  id,
  days,
  auraPoints,
  layout,
  className = 'absolute inset-0',
  label,
  glowEnd,
}: AuraCanvasProps) {
  const path = useLateRenderingPath()
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
      data-path={path === null ? undefined : path === 'webgl' ? path : 'canvas'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {path === 'webgl' && <LiveAura key={id} picture={picture} momentAt={() => moment} />}
      {path !== null && path !== 'webgl' && <StillRing picture={picture} />}
    </div>
  )
}
