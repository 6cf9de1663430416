import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { useMemo } from 'react'
import { useLateDrawing } from './late-drawing.ts'
import type { RingLayout, RingPicture } from './ring-picture.ts'

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
  const drawing = useLateDrawing()
  const picture = useMemo<RingPicture>(
    () => ({ shape: auraShape(id, days, auraPoints), layout, glowEnd }),
    [id, days, auraPoints, layout, glowEnd],
  )
  return (
    <div
      className={className}
      data-aura={days > 0 ? levelOfStreak(days).key : 'none'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {drawing && <drawing.Ring key={id} picture={picture} />}
    </div>
  )
}
