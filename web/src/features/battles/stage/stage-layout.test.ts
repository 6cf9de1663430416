import { expect, it } from 'vitest'
import { stageLayout } from './stage-layout.ts'

const SIZES = [
  [1_920, 1_080],
  [800, 450],
  [640, 360],
  [1_080, 1_920],
  [1_200, 1_200],
] as const

it('lets the rings grow and shrink by the scale [battles.overlay-address]', () => {
  const radius = (scale: number) => stageLayout(scale)(1_920, 1_080).radius
  expect(radius(1)).toBeCloseTo(140.4)
  for (const scale of [0.5, 0.75, 1.5, 2]) expect(radius(scale) / radius(1)).toBeCloseTo(scale)
})

it.each(SIZES)('keeps them in a frame of %i by %i, above the names', (width, height) => {
  for (let scale = 0.5; scale <= 3; scale += 0.25) {
    const { a, b, radius } = stageLayout(scale)(width, height)
    const unit = Math.min(height * 0.01, width * 0.005625) * scale
    const words = unit * 20
    expect(radius).toBeGreaterThan(0)
    for (const [x, y] of [a, b]) {
      expect(Math.min(x - radius, width - x - radius, y - radius)).toBeGreaterThan(0)
      expect(y + radius).toBeLessThan(height - words)
    }
  }
})
