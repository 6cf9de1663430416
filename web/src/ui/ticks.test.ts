import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampAmount, litTicks, shareTicks } from './ticks.ts'

describe('clampAmount', () => {
  it('keeps whole amounts within bounds', () => {
    expect(clampAmount(250, 10, 4_360)).toBe(250)
    expect(clampAmount(6_000, 10, 4_360)).toBe(4_360)
    expect(clampAmount(-5, 10, 4_360)).toBe(10)
    expect(clampAmount(12.9, 10, 4_360)).toBe(12)
  })

  it('takes the least for what is no number, and where nothing is possible', () => {
    expect(clampAmount(null, 10, 100)).toBe(10)
    expect(clampAmount(Number.NaN, 10, 100)).toBe(10)
    expect(clampAmount(50, 10, 3)).toBe(10)
  })
})

describe('litTicks', () => {
  it('lights none at the least, one as soon as there is any, all only at the most', () => {
    expect(litTicks(0, 0, 4_360, 80)).toBe(0)
    expect(litTicks(1, 0, 4_360, 80)).toBe(1)
    expect(litTicks(2_180, 0, 4_360, 80)).toBe(40)
    expect(litTicks(4_359, 0, 4_360, 80)).toBe(79)
    expect(litTicks(9_999, 0, 4_360, 80)).toBe(80)
    expect(litTicks(5, 5, 5, 80)).toBe(0)
  })
})

describe('shareTicks', () => {
  it('shares out in proportion', () => {
    expect(shareTicks([4_360, 500, 1_140], 60)).toEqual([44, 5, 11])
    expect(shareTicks([0, 0], 60)).toEqual([0, 0])
  })

  it('adds up, and hides nothing that is there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 5 }), (amounts) => {
        const shares = shareTicks(amounts, 60)
        const some = amounts.some((amount) => amount > 0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(some ? 60 : 0)
        shares.forEach((share, i) => {
          expect(share > 0).toBe((amounts[i] ?? 0) > 0)
        })
      }),
    )
  })
})
