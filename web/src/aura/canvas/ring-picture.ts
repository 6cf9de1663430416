import type { AuraShape } from '@aura/drawing/aura-shape'
import type { LevelBlend } from '@aura/drawing/level-blend'
import { colorOfDays } from '../level-colors.ts'

/** Centre and radius in a box, in pixels; `weight` scales the line width. */
export type RingLayout = (width: number, height: number) => { cx: number; cy: number; r: number; weight?: number }

export interface RingPicture {
  shape: AuraShape
  layout: RingLayout
  /** Reach of the glow in radii; defaults to the nearest edge. */
  glowEnd?: number | undefined
}

export interface RingMoment {
  day: number
  released: number
  blend: LevelBlend
}

/** Returns the moment of a ring that doesn't grow. */
export function restingMoment({ shape: { days } }: RingPicture): RingMoment {
  const color = colorOfDays(days)
  return { day: days, released: 0, blend: { from: color, to: color, k: 1 } }
}

export const LINE_PIXELS = 0.8

const PHONE_WIDTH = 896

/** Number of fuzz lines. With 600 streamers and hairs that is about 1,700 lines, fewer on a phone. */
export const fuzzCount = (): number => (innerWidth < PHONE_WIDTH ? 760 : 1_100)

export function placeRing({ layout, glowEnd }: RingPicture, width: number, height: number) {
  const { cx, cy, r, weight = 1 } = layout(width, height)
  const nearestEdge = Math.min(cx, width - cx, cy, height - cy)
  return { cx, cy, r, weight, glowEnd: glowEnd ?? Math.max(1.4, nearestEdge / r) }
}
