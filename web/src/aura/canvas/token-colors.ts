import { AURA_LEVELS } from '@aura/api/levels'
import type { Rgb } from '@aura/drawing/colors'

/** Resolves colour tokens in the current theme by painting them: their colour space can't be mixed numerically. */
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

/** Returns the levels' colours, and the unlit grey after them. */
export const levelColors = (): Rgb[] => tokenColors([...AURA_LEVELS.map(({ key }) => key), 'line-2'])
