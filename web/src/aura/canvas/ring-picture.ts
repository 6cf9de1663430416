import type { AuraShape } from '@aura/aura/aura-shape'
import type { LevelBlend } from '@aura/aura/level-blend'

/** Place and size of the disc in a box of the given size, in pixels; `weight` makes its lines thinner or thicker. */
export type RingLayout = (width: number, height: number) => { cx: number; cy: number; r: number; weight?: number }

/** What of a large ring stays the same from frame to frame. */
export interface RingPicture {
  shape: AuraShape
  layout: RingLayout
  /** How far the glow reaches, in radii; by default to the nearest edge. */
  glowEnd?: number | undefined
}

/** What of it changes. */
export interface RingMoment {
  day: number
  /** 0 to 1: how far its lines have flown off. */
  released: number
  blend: LevelBlend
}

/** Thickness of the lines, in pixels, at which they are fine and still hold together. */
export const LINE_PIXELS = 0.8

const PHONE_WIDTH = 896

/** Fuzz of a large ring: with its 600 streamers and hairs about 1,700 lines, fewer on a phone. */
export const fuzzCount = (): number => (innerWidth < PHONE_WIDTH ? 760 : 1_100)

/** The disc's place in a box, and where its glow ends. */
export function placeRing({ layout, glowEnd }: RingPicture, width: number, height: number) {
  const { cx, cy, r, weight = 1 } = layout(width, height)
  const nearestEdge = Math.min(cx, width - cx, cy, height - cy)
  return { cx, cy, r, weight, glowEnd: glowEnd ?? Math.max(1.4, nearestEdge / r) }
}
