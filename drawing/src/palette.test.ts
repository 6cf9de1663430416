import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Rgb } from './colors.ts'
import { INK, INK_2, INK_3, LEVELS, LINE, LINE_2, LIVE, PLATE } from './palette.ts'

const css = await readFile(new URL('../../web/src/styles/tokens.css', import.meta.url), 'utf8')
const [dark = ''] = css.slice(css.indexOf('[data-theme="dark"] {')).split('}')

/**
 * Converts OKLCH to sRGB, by Björn Ottosson's matrices as in CSS Color 4. Colours outside sRGB are clipped, as by a
 * canvas.
 */
function tokenRgb(token: string): Rgb {
  const found = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(dark)
  const [l = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = found?.slice(1).map(Number) ?? []
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const encoded = (linear: number): number =>
    Math.round(
      255 * Math.min(1, Math.max(0, linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)),
    )
  return [
    encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

describe('the palette of shared pictures', () => {
  it.each([
    ['bg', PLATE],
    ['ink', INK],
    ['ink-2', INK_2],
    ['ink-3', INK_3],
    ['line', LINE],
    ['line-2', LINE_2],
    ['live', LIVE],
    ...Object.entries(LEVELS),
  ] as const)('has the dark theme’s --%s', (token, rgb) => {
    expect(rgb).toEqual(tokenRgb(token))
  })
})
