import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auraAwarded, countedMicros, nextKey, withinDay } from './rules.ts'

const USDC = 1_000_000

it('awards floor(10 x USDC x multiplier) [vouching.award]', () => {
  const award = (usdc: number, multiplier: string) => auraAwarded(usdc * USDC, multiplier)
  expect(award(1, '1.0')).toBe(10)
  expect(award(1, '1.3')).toBe(13)
  expect(award(3, '1.5')).toBe(45)
  expect(award(7, '2.0')).toBe(140)
  expect(award(100, '3.0')).toBe(3_000)
  // 0.7 USDC at 1.3 is 9.1 AP; floating point can land on either side of 9.
  expect(award(0.7, '1.3')).toBe(9)
})

it('counts a pair up to its cap, however the amount is split [vouching.const-account-cap]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }), (vouches) => {
      let counted = 0
      for (const usdc of vouches) counted += countedMicros(usdc * USDC, counted)
      const total = vouches.reduce((sum, usdc) => sum + usdc * USDC, 0)
      expect(counted).toBe(Math.min(total, 100 * USDC))
    }),
  )
})

describe('the daily cap', () => {
  const at = (blockNumber: number, full: number) => ({ blockNumber, logIndex: 0, full })
  const awards = (...vouches: ReturnType<typeof at>[]) =>
    withinDay(vouches, 2_000).map(({ awarded, capped }) => [awarded, capped])

  it('gives the vouch that crosses it the remainder, and later ones nothing', () => {
    expect(awards(at(1, 1_500), at(2, 1_000), at(3, 10))).toEqual([
      [1_500, 0],
      [500, 500],
      [0, 10],
    ])
  })

  it('follows chain order, whatever order vouches are found in', () => {
    expect(awards(at(3, 10), at(1, 1_500), at(2, 1_000))).toEqual(awards(at(1, 1_500), at(2, 1_000), at(3, 10)))
  })

  it('gives a changed award a new key each time', () => {
    expect([nextKey('vouch/1'), nextKey(nextKey('vouch/1')), nextKey('vouch/1/r9')]).toEqual([
      'vouch/1/r2',
      'vouch/1/r3',
      'vouch/1/r10',
    ])
  })
})
