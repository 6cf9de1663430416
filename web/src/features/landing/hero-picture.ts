import { auraShape } from '@aura/drawing/aura-shape'
import { STILL_DAY } from '@aura/drawing/hero-loop'
import type { RingLayout, RingPicture } from '#aura/canvas/ring-picture.ts'

const DESKTOP_WIDTH = 896
const PHONE = { cy: 240, r: 76 }
/** Largest scale on a tablet. */
const MAX_SCALE = 1.6

// Must match the video's position in hero-aura.module.css.
const layout: RingLayout = (width, height) => {
  if (width >= DESKTOP_WIDTH) return { cx: width * 0.752, cy: height * 0.42, r: Math.min(178, width * 0.124) }
  const scale = Math.min(Math.max(1, Math.min(width / 481, height / 642)), MAX_SCALE)
  return { cx: width * 0.5, cy: PHONE.cy * scale, r: PHONE.r * scale, weight: 0.7 * Math.sqrt(scale) }
}

export const HERO_PICTURE: RingPicture = {
  shape: auraShape('aura-hero-7', STILL_DAY, 400_000),
  layout,
  glowEnd: 2.7,
}
