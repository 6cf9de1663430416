import { describe, expect, it } from 'vitest'
import { parseSteeze, parseUsdc, redemptionValue, steezeFor, stepped, usdcPlain, usdcToFour } from './amounts.ts'

describe('amounts as people type them', () => {
  it.each([
    ['1', 1_000_000],
    ['12.50', 12_500_000],
    ['0.1', 100_000],
    ['0,25', 250_000],
    [' 3. ', 3_000_000],
    ['0.000001', 1],
  ])('%s USDC is %d millionths', (text, micros) => expect(parseUsdc(text)).toBe(micros))

  it.each(['', '0', '0.0', '-1', '1e3', 'abc', '1.0000001', '.5', '1.2.3', 'Infinity'])('%s is no amount', (text) =>
    expect(parseUsdc(text)).toBeNull(),
  )

  it('buys whole Steeze only, and pays for those alone [steeze.const-rate-buy] [steeze.buy-pays-floor]', () => {
    expect(steezeFor(12_500_000)).toEqual({ steeze: 125, paidMicros: 12_500_000 })
    expect(steezeFor(1_990_000)).toEqual({ steeze: 19, paidMicros: 1_900_000 })
    expect(steezeFor(99_999)).toEqual({ steeze: 0, paidMicros: 0 })
  })

  it('floors Steeze to a whole number [steeze.redeem-floored]', () => {
    expect(['100', '7.9', ' 3 ', '0.5', '', 'x', '-2'].map(parseSteeze)).toEqual([100, 7, 3, null, null, null, null])
  })

  it('steps by a hundredth of a dollar, and by one Steeze, and never below nothing', () => {
    expect(['1', '12.99', '0,5', '', 'abc'].map((text) => stepped(text, 'ArrowUp', 0.01))).toEqual([
      '1.01',
      '13',
      '0.51',
      '0.01',
      '0.01',
    ])
    expect(['1', '0.01', '0'].map((text) => stepped(text, 'ArrowDown', 0.01))).toEqual(['0.99', '0', '0'])
    expect([stepped('7', 'ArrowUp', 1), stepped('7', 'ArrowDown', 1), stepped('7', 'Enter', 1)]).toEqual([
      '8',
      '6',
      null,
    ])
  })

  it('redeems 7 cents for each, previewed with 4 decimals [steeze.const-rate-redeem]', () => {
    expect(usdcToFour(redemptionValue(100))).toBe('7.0000')
    expect(usdcToFour(redemptionValue(1))).toBe('0.0700')
    expect(usdcPlain(12_500_000)).toBe('12.5')
  })
})
