import { AURA_LEVELS, type LevelKey } from '@aura/api/levels'
import { resultKeys, sideKeys } from '@aura/drawing/side-keys'
import { describe, expect, it } from 'vitest'
import { clamp, linearOf, type Triple, times, tokensOf } from '../../../tests/theme-tokens.ts'

/**
 * Full red-, green- and blue-blindness on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model
 * for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, the matrices of severity 1.0.
 */
const VISIONS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Distance in OKLab. CSS Color 4 takes 0.02 for just noticeable; six times that is seen at a glance. */
const MIN_DISTANCE = 0.12
/** In degrees: further away, blue would no longer be blue. */
const MAX_HUE_SHIFT = 35
/** Minimum contrasts of WCAG 2.2, 1.4.11 and 1.4.3. */
const MIN_CONTRAST = { lines: 3, text: 4.5 } as const

function labOf(rgb: Triple): Triple {
  const rows: readonly Triple[] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ]
  const cones = times(rows, rgb).map(Math.cbrt) as unknown as Triple
  const toLab: readonly Triple[] = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ]
  return times(toLab, cones)
}

function distance(a: Triple, b: Triple, vision: keyof typeof VISIONS): number {
  const seen = (rgb: Triple) => labOf(clamp(times(VISIONS[vision] ?? [], rgb)))
  const [p, q] = [seen(a), seen(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

function contrast(a: Triple, b: Triple): number {
  const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  const [p, q] = [luminance(a), luminance(b)]
  return Math.max(p, q) / Math.min(p, q)
}

const KEYS = AURA_LEVELS.map(({ key }) => key)
const pairs = KEYS.flatMap((a) => KEYS.map((b): readonly [LevelKey, LevelKey] => [a, b]))

describe.each(['dark', 'light'] as const)('the colours of a battle, %s theme', (theme) => {
  const token = tokensOf(theme)
  const colour = (name: string) => linearOf(token(name))

  it.each(Object.keys(VISIONS))(
    'tell the two sides of every pair of levels apart with %s [battles.two-colours]',
    (vision) => {
      const tooClose = pairs
        .map(([a, b]) => sideKeys(a, b))
        .filter(([a, b]) => distance(colour(a), colour(b), vision) < MIN_DISTANCE)
      expect(tooClose).toEqual([])
    },
  )

  it.each(Object.keys(VISIONS))('tell every winner from the loser with %s [battles.two-colours]', (vision) => {
    const tooClose = pairs.filter(([a, b]) => {
      const [winner] = resultKeys(a, b, 'a')
      return distance(colour(winner ?? ''), colour('lost'), vision) < MIN_DISTANCE
    })
    expect(tooClose).toEqual([])
  })

  it('keep the second shades readable, and within the family of their level', () => {
    for (const key of KEYS) {
      expect(Math.abs(token(`${key}-2`)[2] - token(key)[2]), key).toBeLessThanOrEqual(MAX_HUE_SHIFT)
      expect(contrast(colour(`${key}-2`), colour('bg')), key).toBeGreaterThanOrEqual(MIN_CONTRAST.lines)
      expect(contrast(colour(`${key}-2-text`), colour('bg')), key).toBeGreaterThanOrEqual(MIN_CONTRAST.text)
      expect(contrast(colour(`${key}-2-on`), colour(`${key}-2`)), key).toBeGreaterThanOrEqual(MIN_CONTRAST.text)
    }
  })
})
