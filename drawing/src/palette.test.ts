import { describe, expect, it } from 'vitest'
import { linearOf, tokensOf } from '../../tests/theme-tokens.ts'
import { INK, INK_2, INK_3, LEVELS, LINE, LINE_2, LIVE, PLATE } from './palette.ts'

const dark = tokensOf('dark')
const encoded = (linear: number): number =>
  Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))

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
    expect(rgb).toEqual(linearOf(dark(token)).map(encoded))
  })
})
