import { expect, it } from 'vitest'
import { AURA_LEVELS } from './levels.ts'

it('the levels leave no gap and do not overlap, in days and in points', () => {
  for (const [index, level] of AURA_LEVELS.entries()) {
    const next = AURA_LEVELS[index + 1]
    expect(level.maxDays).toBe(next ? next.minDays - 1 : null)
    expect(level.maxPoints).toBe(next ? next.minPoints - 1 : null)
  }
  expect([AURA_LEVELS[0]?.minDays, AURA_LEVELS[0]?.minPoints]).toEqual([0, 0])
})
