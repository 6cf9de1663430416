import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatShort, formatUsdc, formatWhole, MICROS_PER_USDC, usdcPlain, usdcText } from './money.ts'

describe('a short number', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
  ])('%d is shown as it is: %s', (value, text) => {
    expect(formatShort(value)).toBe(text)
  })

  it.each([
    [1_000, '1.0K'],
    [1_500, '1.5K'],
    [1_599, '1.5K'],
    [12_847, '12.8K'],
    [999_999, '999.9K'],
  ])('%d is shown in thousands: %s [frame.const-abbreviate-thousands]', (value, text) => {
    expect(formatShort(value)).toBe(text)
  })

  it.each([
    [1_000_000, '1.0M'],
    [2_000_000, '2.0M'],
    [1_999_999, '1.9M'],
    [1_234_567_890, '1234.5M'],
  ])('%d is shown in millions: %s [frame.const-abbreviate-millions]', (value, text) => {
    expect(formatShort(value)).toBe(text)
  })

  it('never exceeds the amount, nor falls short by a tenth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10_000_000_000 }), (value) => {
        const text = formatShort(value)
        const tenths = Number(text.slice(0, -1).replace('.', ''))
        const tenth = text.endsWith('M') ? 100_000 : 100
        expect(tenths).toBe(Math.floor(value / tenth))
      }),
    )
  })
})

describe('USDC', () => {
  it('is shown with two decimals, rounded down', () => {
    expect(formatUsdc(0)).toBe('0.00')
    expect(formatUsdc(9_999)).toBe('0.00')
    expect(formatUsdc(10_000)).toBe('0.01')
    expect(formatUsdc(4_350_000)).toBe('4.35')
    expect(formatUsdc(1_999_999)).toBe('1.99')
    expect(formatUsdc(1_234_567_890_000)).toBe('1,234,567.89')
    expect(usdcText(0.1 + 0.2)).toBe('0.30')
  })

  it('is grouped as English numbers are, also below zero', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        const cents = Math.floor(micros / 10_000)
        expect(formatUsdc(micros)).toBe((cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))
      }),
    )
  })

  it('keeps all its decimals where it can be edited', () => {
    expect([12_500_000, 3_000_000, 1, 0].map(usdcPlain)).toEqual(['12.5', '3', '0.000001', '0'])
  })

  it('has six decimals', () => {
    expect(MICROS_PER_USDC).toBe(1_000_000)
    expect(formatUsdc(100 * MICROS_PER_USDC)).toBe('100.00')
  })
})

it('whole numbers are grouped as English numbers are', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(formatWhole(value)).toBe(value.toLocaleString('en-US'))
    }),
  )
  expect([0, 999, 1_000, 12_847, 1_000_000].map(formatWhole)).toEqual(['0', '999', '1,000', '12,847', '1,000,000'])
})
