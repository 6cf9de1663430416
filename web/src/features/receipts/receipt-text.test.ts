import { expect, it } from 'vitest'
import { accountText, amountOf, rateOf, receiptNumber, titleOf } from './receipt-text.ts'

it('names a receipt by its year and number', () => {
  expect(receiptNumber({ id: '4817', createdAt: '2025-11-20T14:02:11.000Z' })).toBe('2025-004817')
  expect(receiptNumber({ id: '12345678', createdAt: '2026-01-01T00:00:00.000Z' })).toBe('2026-12345678')
})

it('says what came and what went', () => {
  const other = { id: '', username: 'bo' }
  expect([
    amountOf({ kind: 'purchase', steeze: 1_250, usdc: 125 }),
    titleOf({ kind: 'purchase', other: null }),
  ]).toEqual(['+1,250', 'Steeze, bought'])
  expect(amountOf({ kind: 'redeem', steeze: 30, usdc: 2.1 })).toBe('−30')
  expect([amountOf({ kind: 'vouch_given', steeze: null, usdc: 25 }), titleOf({ kind: 'vouch_given', other })]).toEqual([
    '−25',
    'USDC, vouched for bo',
  ])
  expect([
    amountOf({ kind: 'vouch_received', steeze: null, usdc: 1.5 }),
    titleOf({ kind: 'vouch_received', other }),
  ]).toEqual(['+1.50', 'USDC, vouched by bo'])
})

it('tells the rate of the amounts, and what a vouch was multiplied by', () => {
  expect(rateOf({ kind: 'purchase', steeze: 125, usdc: 12.5 }, null)).toEqual({ value: '10', unit: 'Steeze per USDC' })
  expect(rateOf({ kind: 'redeem', steeze: 30, usdc: 2.1 }, null)).toEqual({ value: '0.07', unit: 'USDC per Steeze' })
  expect(rateOf({ kind: 'vouch_given', steeze: null, usdc: 25 }, '1.5')).toEqual({
    value: '1.5x',
    unit: '10 AP per USDC',
  })
})

it('says whose an account is', () => {
  const side = { account: 'steeze_purchased', owner: 'me', username: null, balance: 1 } as const
  expect(accountText(side)).toEqual({ name: 'Purchased Steeze', owner: 'you' })
  expect(accountText({ ...side, owner: 'other', username: 'bo' }).owner).toBe('bo')
  expect(accountText({ ...side, account: 'new_kind', owner: 'system' })).toEqual({ name: 'new_kind', owner: 'system' })
})
