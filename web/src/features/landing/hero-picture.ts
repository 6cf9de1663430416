import { auraShape } from '@aura/aura/aura-shape'
import { STILL_DAY } from '@aura/aura/hero-loop'
import type { RingLayout, RingPicture } from '#aura/canvas/ring-picture.ts'

const PHONE_WIDTH = 896

// hero-aura.module.css places the video the same way.
const layout: RingLayout = (width, height) =>
  width < PHONE_WIDTH
    ? { cx: width * 0.5, cy: 240, r: 76, weight: 0.7 }
    : { cx: width * 0.752, cy: height * 0.42, r: Math.min(178, width * 0.124) }

/** The aura of nobody in particular. */
export const HERO_PICTURE: RingPicture = {
  shape: auraShape('aura-hero-7', STILL_DAY, 400_000),
  layout,
  glowEnd: 2.7,
}
