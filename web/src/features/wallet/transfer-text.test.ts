import { expect, it } from 'vitest'
import { amountText } from './transfer-text.ts'

it('shows cents, and more digits only where they hide something [wallet.history]', () => {
  expect([1_000_000_000, 2_100_000, 10_000].map(amountText)).toEqual(['1,000.00', '2.10', '0.01'])
  expect([1, 1_234_567].map(amountText)).toEqual(['0.000001', '1.234567'])
})
