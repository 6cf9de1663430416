import { describe, expect, it } from 'vitest'
import { seeded } from '../seeded.ts'
import { chaosSchedule } from './chaos-schedule.ts'

describe('the schedule of faults', () => {
  const planned = (seed: number, forMs = 300_000) =>
    chaosSchedule(['a', 'b', 'c', 'd'], { forMs, random: seeded(seed) })
  const names = (seed: number) => planned(seed).map(({ fault }) => fault)

  it('has each fault, in an order that the seed decides', () => {
    for (let seed = 1; seed <= 20; seed++) expect(new Set(names(seed))).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect(names(1)).toEqual(names(1))
    expect(new Set(Array.from({ length: 20 }, (_, seed) => names(seed).slice(0, 4).join(''))).size).toBeGreaterThan(5)
  })

  it('fills its time with more of them, each in a slot of its own', () => {
    expect(planned(3)).toHaveLength(8)
    for (const [index, { atMs }] of planned(3).entries()) {
      expect(atMs).toBeGreaterThanOrEqual(index * 37_500)
      expect(atMs).toBeLessThan((index + 1) * 37_500)
    }
  })

  it('has each of them once where there is little time', () => {
    expect(planned(3, 10_000)).toHaveLength(4)
  })
})
