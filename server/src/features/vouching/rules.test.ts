import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auraAwarded, countedMicros } from './rules.ts'

const TERMS = { apPerUsdc: 10, pairCapMicros: 100_000_000 }
const USDC = 1_000_000

it('awards floor(10 x USDC x multiplier) [vouching.award] [vouching.const-rate]', () => {
  const award = (usdc: number, multiplier: string) => auraAwarded(usdc * USDC, multiplier, TERMS)
  expect(award(1, '1.0')).toBe(10)
  expect(award(1, '1.3')).toBe(13)
  expect(award(3, '1.5')).toBe(45)
  expect(award(7, '2.0')).toBe(140)
  expect(award(100, '3.0')).toBe(3_000)
  // 0.7 USDC at 1.3 are 9.1, where floating point would make 9.1 of some and 9.0999 of others.
  expect(award(0.7, '1.3')).toBe(9)
})

it('counts a pair up to its cap, however the vouches are cut [vouching.const-account-cap]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }), (vouches) => {
      let counted = 0
      for (const usdc of vouches) counted += countedMicros(usdc * USDC, counted, TERMS)
      const total = vouches.reduce((sum, usdc) => sum + usdc * USDC, 0)
      expect(counted).toBe(Math.min(total, 100 * USDC))
    }),
  )
})
