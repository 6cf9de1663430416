import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auraAwarded, countPair, nextKey, withinDay } from './rules.ts'

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

describe('what counts between two people', () => {
  /** Amounts in USDC; negative ones go back. */
  const countOf = (...amounts: number[]) => {
    const { counted, ...rest } = countPair(
      amounts.map((usdc) => ({ isBack: usdc < 0, usdcMicros: Math.abs(usdc) * USDC, fixedMicros: null })),
    )
    return { counted: counted.map((micros) => micros / USDC), ...rest }
  }
  const amounts = fc.array(fc.integer({ min: -100, max: 100 }).filter(Boolean), { maxLength: 30 })

  it('is the first 100 USDC of one direction, however they are split [vouching.const-account-cap]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }), (vouches) => {
        const { counted } = countOf(...vouches)
        const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
        expect(sum(counted)).toBe(Math.min(sum(vouches), 100))
      }),
    )
  })

  it('is what lifts the net in a direction above its highest so far [vouching.net]', () => {
    expect(countOf(10, -10).counted).toEqual([10, 0])
    expect(countOf(10, -25).counted).toEqual([10, 15])
    // Money sent round again earns nothing.
    expect(countOf(10, -10, 10, -10, 12).counted).toEqual([10, 0, 0, 0, 2])
    expect(countOf(10, -25, 20, -5, 12).counted).toEqual([10, 15, 0, 0, 2])
    expect(countOf(10, -4).back).toMatchObject({ uncounted: 6 * USDC })
    expect(countOf(10, -4).there).toMatchObject({ uncounted: 4 * USDC, counted: 10 * USDC })
  })

  it('is never more in both directions than the highest nets, nor than all that was vouched', () => {
    fc.assert(
      fc.property(amounts, (vouches) => {
        const { counted, there, back } = countOf(...vouches)
        let [net, highest, lowest] = [0, 0, 0]
        for (const usdc of vouches) {
          net += usdc
          highest = Math.max(highest, net)
          lowest = Math.min(lowest, net)
        }
        expect(there.counted / USDC).toBe(Math.min(100, highest))
        expect(back.counted / USDC).toBe(Math.min(100, 0 - lowest))
        for (const [index, usdc] of vouches.entries()) expect(counted[index]).toBeLessThanOrEqual(Math.abs(usdc))
        // What is left uncounted is exactly what the next vouch has to exceed.
        const next = countOf(...vouches, 100).counted.at(-1)
        expect(next).toBe(Math.min(Math.max(0, 100 - there.uncounted / USDC), 100 - there.counted / USDC))
      }),
    )
  })
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
