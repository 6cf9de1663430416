import type { LedgerSide, ReceiptSummary } from '@aura/api/calls/receipts'
import { formatWhole, usdcText } from '@aura/api/money'
import type { ReceiptWords } from './receipt-words.ts'

export const receiptNumber = ({ id, createdAt }: Pick<ReceiptSummary, 'id' | 'createdAt'>): string =>
  `${createdAt.slice(0, 4)}-${id.padStart(6, '0')}`

export function amountOf({ steeze, usdc }: Pick<ReceiptSummary, 'steeze' | 'usdc'>, { sign }: ReceiptWords): string {
  return steeze === null
    ? `${sign}${Number.isInteger(usdc) ? formatWhole(usdc) : usdcText(usdc)}`
    : `${sign}${formatWhole(steeze)}`
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  ap_issued: 'Aura Points, issued',
  ap_available: 'Aura Points',
  ap_held: 'Aura Points at stake',
  ap_debt: 'Aura Points owed',
  steeze_chain: 'Steeze contract',
  steeze_purchased: 'Purchased Steeze',
  steeze_earned: 'Earned Steeze',
  steeze_held: 'Steeze on hold',
  steeze_debt: 'Steeze owed',
  steeze_unclaimed: 'Unclaimed Steeze',
}

export const accountText = ({ account, owner, username }: LedgerSide) => ({
  name: ACCOUNTS[account] ?? account,
  owner: owner === 'me' ? 'you' : owner === 'system' ? 'system' : (username ?? 'somebody'),
})
