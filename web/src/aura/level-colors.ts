import { AURA_LEVELS } from '@aura/api/levels'
import type { Rgb } from '@aura/aura/colors'

/**
 * The levels' colours in the theme of the page, lowest level first. Painted to find out: the tokens are in a colour
 * space that is not mixed as numbers.
 */
export function levelColors(): Rgb[] {
  const tokens = getComputedStyle(document.documentElement)
  const canvas = new OffscreenCanvas(AURA_LEVELS.length, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas) return AURA_LEVELS.map(() => [128, 128, 128])
  for (const [i, { key }] of AURA_LEVELS.entries()) {
    canvas.fillStyle = tokens.getPropertyValue(`--${key}`)
    canvas.fillRect(i, 0, 1, 1)
  }
  const { data } = canvas.getImageData(0, 0, AURA_LEVELS.length, 1)
  return AURA_LEVELS.map((_, i) => [data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0])
}
