import { expect, it } from 'vitest'
import { strokesOf } from './strokes.rules.ts'

it('draws one by one up to 150, then tens, then hundreds', () => {
  expect([1, 125, 150, 151, 1_500, 1_501, 12_345].map(strokesOf)).toEqual([
    { count: 1, worth: 1 },
    { count: 125, worth: 1 },
    { count: 150, worth: 1 },
    { count: 15, worth: 10 },
    { count: 150, worth: 10 },
    { count: 15, worth: 100 },
    { count: 123, worth: 100 },
  ])
  expect(strokesOf(1_000_000_000).count).toBeLessThanOrEqual(150)
})
