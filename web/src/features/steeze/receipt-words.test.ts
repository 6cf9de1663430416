import { expect, it } from 'vitest'
import { receiptWords } from './receipt-words.ts'

it('tells the rate of the amounts', () => {
  const [bought, redeemed] = [
    { steeze: 125, usdc: 12.5 },
    { steeze: 30, usdc: 2.1 },
  ]
  expect(receiptWords.purchase.rate({ ...bought, multiplier: null })).toEqual({ value: '10', unit: 'Steeze per USDC' })
  expect(receiptWords.redeem.rate({ ...redeemed, multiplier: null })).toEqual({
    value: '0.07',
    unit: 'USDC per Steeze',
  })
})
