import { expect, it } from 'vitest'
import { westernNumber } from './amounts.ts'

it.each(Intl.supportedValuesOf('numberingSystem'))('digits in the numbering system %s are read', (numberingSystem) => {
  const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
  const digits = format.format(1_023_456_789)
  // The Chinese system writes its digits as letters.
  if (/^\p{Nd}+$/u.test(digits)) expect(westernNumber(digits)).toBe('1023456789')
  else expect(['hanidec']).toContain(numberingSystem)
})

it('separators of Arabic and East Asian keyboards are read', () => {
  expect(westernNumber('١٬٢٣٤٫٥')).toBe('1,234.5')
  expect(westernNumber('１８：３０')).toBe('18:30')
})
