import { expect, it } from 'vitest'
import { accountText, amountOf, receiptNumber } from './receipt-text.ts'
import type { ReceiptWords } from './receipt-words.ts'

it('names a receipt by its year and number', () => {
  expect(receiptNumber({ id: '4817', createdAt: '2025-11-20T14:02:11.000Z' })).toBe('2025-004817')
  expect(receiptNumber({ id: '12345678', createdAt: '2026-01-01T00:00:00.000Z' })).toBe('2026-12345678')
})

it('signs the Steeze, or else the USDC', () => {
  const words = { sign: '−' } as ReceiptWords
  expect(amountOf({ steeze: 1_250, usdc: 125 }, words)).toBe('−1,250')
  expect(amountOf({ steeze: null, usdc: 25 }, words)).toBe('−25')
  expect(amountOf({ steeze: null, usdc: 1.5 }, words)).toBe('−1.50')
})

it('says whose an account is', () => {
  const side = { account: 'steeze_purchased', owner: 'me', username: null, balance: 1 } as const
  expect(accountText(side)).toEqual({ name: 'Purchased Steeze', owner: 'you' })
  expect(accountText({ ...side, owner: 'other', username: 'bo' }).owner).toBe('bo')
  expect(accountText({ ...side, account: 'new_kind', owner: 'system' })).toEqual({ name: 'new_kind', owner: 'system' })
})
