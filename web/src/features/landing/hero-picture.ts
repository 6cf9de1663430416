import { auraShape } from '@aura/aura/aura-shape'
import { STILL_DAY } from '@aura/aura/hero-loop'
import type { RingLayout, RingPicture } from '#aura/canvas/ring-picture.ts'

const PHONE_WIDTH = 896

// Must match the video's position in hero-aura.module.css.
const layout: RingLayout = (width, height) =>
  width < PHONE_WIDTH
    ? { cx: width * 0.5, cy: 240, r: 76, weight: 0.7 }
    : { cx: width * 0.752, cy: height * 0.42, r: Math.min(178, width * 0.124) }

export const HERO_PICTURE: RingPicture = {
  shape: auraShape('aura-hero-7', STILL_DAY, 400_000),
  layout,
  glowEnd: 2.7,
}
