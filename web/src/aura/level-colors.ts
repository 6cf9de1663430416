import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import type { Rgb } from '@aura/aura/colors'

/** Where among the colours that of a ring stands which is not lit: colour is earned. */
const UNLIT = AURA_LEVELS.length

/** Where among the colours that of a streak stands. */
export const colorOfDays = (days: number): number => (days > 0 ? AURA_LEVELS.indexOf(levelOfStreak(days)) : UNLIT)

/**
 * Colours of the design by the names of their tokens, in the theme of the page. Painted to find out: the tokens are in a
 * colour space that is not mixed as numbers.
 */
export function tokenColors(names: readonly string[]): Rgb[] {
  const tokens = getComputedStyle(document.documentElement)
  const canvas = new OffscreenCanvas(names.length, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas) return names.map(() => [128, 128, 128])
  for (const [i, name] of names.entries()) {
    canvas.fillStyle = tokens.getPropertyValue(`--${name}`)
    canvas.fillRect(i, 0, 1, 1)
  }
  const { data } = canvas.getImageData(0, 0, names.length, 1)
  return names.map((_, i) => [data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0])
}

/** The levels' colours, lowest level first, and the grey of what is not lit at the end. */
export const levelColors = (): Rgb[] => tokenColors([...AURA_LEVELS.map(({ key }) => key), 'line-2'])
