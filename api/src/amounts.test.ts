import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount, STEEZE, USDC } from './amounts.ts'
import { formatUsdc, formatWhole } from './money.ts'

describe('USDC as people type and paste it, in the digits of any script', () => {
  it.each([
    ['1,000', 1_000_000_000],
    ['1,000.00', 1_000_000_000],
    ['1,234,567.891', 1_234_567_891_000],
    ['1 000', 1_000_000_000],
    ['1\u00a0000', 1_000_000_000],
    ['1\u202f000,50', 1_000_500_000],
    ["1'000.5", 1_000_500_000],
    ['.5', 500_000],
    [',5', 500_000],
    ['5.', 5_000_000],
    ['1,00', 1_000_000],
    ['0,25', 250_000],
    ['0,125', 125_000],
    ['12.345', 12_345_000],
    ['+1', 1_000_000],
    ['０１', 1_000_000],
    ['１．５', 1_500_000],
    ['٥', 5_000_000],
    ['۱۲٫۵', 12_500_000],
    ['١٬٠٠٠٫٢٥', 1_000_250_000],
    ['५०', 50_000_000],
    ['๕.๕', 5_500_000],
    ['007', 7_000_000],
    ['$5', 5_000_000],
    ['$ 1,000.50', 1_000_500_000],
    ['5 USDC', 5_000_000],
    ['5usd', 5_000_000],
    [' 3 ', 3_000_000],
    ['0.000001', 1],
    ['1.0000000', 1_000_000],
    ['0', 0],
  ])('%s is %d millionths', (text, value) => expect(parseAmount(text, USDC)).toEqual({ value, problem: null }))

  it.each([
    ['', 'Enter an amount.'],
    [' \u00a0\t', 'Enter an amount.'],
    ['1.000,00', 'Use a point for decimals: 1000.00.'],
    ['1.000.000', 'Use a point for decimals: 1000000.'],
    ['1.000', '1.000 can be read in two ways. Write 1 or 1000.'],
    ['12.340', '12.340 can be read in two ways. Write 12.34 or 12340.'],
    ['1,0000', '1,0000 can be read in two ways. Write 1 or 10000.'],
    ['1,2345', '1,2345 can be read in two ways. Write 1.2345 or 12345.'],
    ['-1', 'Enter an amount above zero.'],
    ['\u22121', 'Enter an amount above zero.'],
    ['-$5', 'Enter an amount above zero.'],
    ['1.0000001', 'USDC has at most 6 decimals.'],
    ['5 Steeze', 'This amount is in USDC.'],
    ['99999999999', 'This amount is too large.'],
    ['9'.repeat(10_000), 'This amount is too large.'],
  ])('%s is refused: %s', (text, problem) => expect(parseAmount(text, USDC)).toEqual({ value: null, problem }))

  it.each([
    '1e3',
    '0x10',
    '.',
    ',',
    '1..5',
    '1,,000',
    '12,34,567',
    '1 00',
    '1,000,00',
    '10,00.5',
    '1.5K',
    'abc',
    'Infinity',
    'NaN',
    '5 ETH',
    '€5',
    '½',
    '1²',
    '1 + 1',
    '5-',
  ])('%s is no number', (text) =>
    expect(parseAmount(text, USDC)).toEqual({ value: null, problem: 'Use digits only, such as 12.50.' }),
  )
})

describe('whole Steeze', () => {
  it.each([
    ['1,000', 1_000],
    ['1 000', 1_000],
    ['25.00', 25],
    ['100 steeze', 100],
    ['12', 12],
  ])('%s is %d', (text, value) => expect(parseAmount(text, STEEZE)).toEqual({ value, problem: null }))

  it.each([
    ['7.9', 'Whole Steeze only.'],
    ['1.500', '1.500 can be read in two ways. Write 1.5 or 1500.'],
    ['$5', 'This amount is in Steeze.'],
    ['5 USDC', 'This amount is in Steeze.'],
    ['1e3', 'Use digits only, such as 120.'],
    ['9007199254740993', 'This amount is too large.'],
  ])('%s is refused: %s', (text, problem) => expect(parseAmount(text, STEEZE)).toEqual({ value: null, problem }))

  it('drops decimals on request, but never guesses', () => {
    const floored = ['7.9', '0.5', '7,9'].map((text) => parseAmount(text, STEEZE, { floor: true }).value)
    expect(floored).toEqual([7, 0, 7])
    expect(parseAmount('1.500', STEEZE, { floor: true }).value).toBeNull()
  })
})

describe('amounts our pages print can be typed', () => {
  const cents = fc.integer({ min: 0, max: 900_000_000_000 })
  const wholes = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

  it('USDC with two decimals', () => {
    fc.assert(
      fc.property(cents, (count) => {
        const micros = count * 10_000
        expect(parseAmount(formatUsdc(micros), USDC).value).toBe(micros)
        expect(parseAmount(`${formatUsdc(micros)} USDC`, USDC).value).toBe(micros)
      }),
    )
  })

  it('whole numbers', () => {
    fc.assert(
      fc.property(wholes, (value) => {
        expect(parseAmount(formatWhole(value), STEEZE).value).toBe(value)
      }),
    )
  })
})

it('parses any text or explains the fault', () => {
  const likely = fc.string({ unit: fc.constantFrom(..."0123456789.,\u00a0 '$+-eUSDC０") })
  fc.assert(
    fc.property(fc.oneof(fc.string(), likely), fc.constantFrom(USDC, STEEZE), (text, unit) => {
      const { value, problem } = parseAmount(text, unit)
      if (value === null) expect(problem).toMatch(/^[A-Z\d.,' ].*\.$/)
      else expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
    }),
  )
})
