import { expect, it } from 'vitest'
import { contrast } from './contrast.ts'

it('is what WCAG says', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast([7, 11, 12], [7, 11, 12])).toBe(1)
  // The darkest grey that passes 4.5 on white, and the next one.
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeGreaterThan(4.5)
  expect(contrast([255, 255, 255], [119, 119, 119])).toBeLessThan(4.5)
})
