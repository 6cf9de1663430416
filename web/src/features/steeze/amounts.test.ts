import { usdcPlain } from '@aura/api/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSteeze, readUsdc, redemptionValue, steezeFor, stepped, typedProblem, usdcToFour } from './amounts.ts'
import { INVALID_USDC } from './checks.ts'

describe('amounts as people type them', () => {
  it('says nothing of an empty field, and the form’s text before what is wrong with anything that is no amount [frame.amount-text-first]', () => {
    const said = (text: string) => typedProblem(text, readUsdc(text), INVALID_USDC.description)
    expect(['', ' ', '1,000', '.5'].map(said)).toEqual([undefined, undefined, undefined, undefined])
    expect(said('1.000,00')).toBe('Please enter a valid USDC amount. Use a point for decimals: 1000.00.')
  })

  it('buys whole Steeze only, and pays for those alone [steeze.buy-pays-floor]', () => {
    expect(steezeFor(12_500_000)).toEqual({ steeze: 125, paidMicros: 12_500_000 })
    expect(steezeFor(1_990_000)).toEqual({ steeze: 19, paidMicros: 1_900_000 })
    expect(steezeFor(99_999)).toEqual({ steeze: 0, paidMicros: 0 })
  })

  it('floors Steeze to a whole number [steeze.redeem-floored]', () => {
    expect(['100', '7.9', ' 3 ', '1,000', '', 'x', '-2'].map((text) => readSteeze(text).value)).toEqual([
      100,
      7,
      3,
      1_000,
      null,
      null,
      null,
    ])
  })

  it('steps by a hundredth of a dollar, and by one Steeze, and never below nothing', () => {
    expect(['1', '12.99', '0,5', '', '1,000', 'abc'].map((text) => stepped(text, 'ArrowUp', 0.01))).toEqual([
      '1.01',
      '13',
      '0.51',
      '0.01',
      '1000.01',
      null,
    ])
    expect(['1', '0.01', '0'].map((text) => stepped(text, 'ArrowDown', 0.01))).toEqual(['0.99', '0', '0'])
    expect([stepped('7', 'ArrowUp', 1), stepped('7', 'ArrowDown', 1), stepped('7', 'Enter', 1)]).toEqual([
      '8',
      '6',
      null,
    ])
  })

  it('redeems 7 cents for each, previewed with 4 decimals', () => {
    expect(usdcToFour(redemptionValue(100))).toBe('7.0000')
    expect(usdcToFour(redemptionValue(1))).toBe('0.0700')
  })

  it('can be typed as the page prints them', () => {
    const micros = fc.integer({ min: 0, max: 900_000_000_000_000 })
    const hundredMicros = micros.map((value) => value - (value % 100))
    fc.assert(
      fc.property(micros, hundredMicros, (exact, toFour) => {
        expect(readUsdc(usdcPlain(exact)).value).toBe(exact)
        expect(readUsdc(usdcToFour(toFour)).value).toBe(toFour)
      }),
    )
  })
})
