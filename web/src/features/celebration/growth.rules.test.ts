import { expect, it } from 'vitest'
import { celebrationText, GROWTH_MS, grownAfter, levelReached, rimAfter } from './growth.rules.ts'

it('grows once, from nothing to all of it, and stays', () => {
  expect([grownAfter(-5), grownAfter(0), grownAfter(GROWTH_MS), grownAfter(GROWTH_MS * 9)]).toEqual([0, 0, 1, 1])
  let last = 0
  for (let ms = 0; ms <= GROWTH_MS; ms += 50) {
    expect(grownAfter(ms)).toBeGreaterThanOrEqual(last)
    last = grownAfter(ms)
  }
})

it('brightens the rim once', () => {
  expect([rimAfter(0), rimAfter(GROWTH_MS), rimAfter(GROWTH_MS * 2)]).toEqual([0, 0, 0])
  expect(rimAfter(GROWTH_MS / 2)).toBeCloseTo(1)
  const ups = Array.from({ length: 24 }, (_, i) => rimAfter((i + 1) * 50) > rimAfter(i * 50))
  expect(ups.lastIndexOf(true)).toBeLessThan(ups.indexOf(false))
})

it('says that a level was reached, and what it is worth, else what happened', () => {
  expect(levelReached(4, 5)?.name).toBe('Attention Seeker')
  expect([levelReached(0, 1), levelReached(5, 6), levelReached(9, 9)]).toEqual([null, null, null])
  const perksOf = (level: string) => [`It is worth ${level}.`]
  expect(celebrationText(14, 15, 'x', perksOf)).toBe('Level up: Grinder. It is worth grinder.')
  expect(celebrationText(14, 15, 'x', () => [])).toBe('Level up: Grinder.')
  expect(celebrationText(1, 2, 'Line 2 is lit.', perksOf)).toBe('Line 2 is lit.')
})
