import type { LedgerSide, ReceiptSummary } from '@aura/api/calls/receipts'
import { formatWhole, usdcText } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'

export const receiptNumber = ({ id, createdAt }: Pick<ReceiptSummary, 'id' | 'createdAt'>): string =>
  `${createdAt.slice(0, 4)}-${id.padStart(6, '0')}`

export function titleOf({ kind, other }: Pick<ReceiptSummary, 'kind' | 'other'>): string {
  switch (kind) {
    case 'purchase':
      return 'Steeze, bought'
    case 'redeem':
      return 'Steeze, redeemed'
    case 'vouch_given':
      return `USDC, vouched for ${other?.username}`
    case 'vouch_received':
      return `USDC, vouched by ${other?.username}`
  }
}

/** Signed Steeze, or a vouch's signed USDC. */
export function amountOf({ kind, steeze, usdc }: Pick<ReceiptSummary, 'kind' | 'steeze' | 'usdc'>): string {
  const sign = kind === 'purchase' || kind === 'vouch_received' ? '+' : '−'
  return steeze === null
    ? `${sign}${Number.isInteger(usdc) ? formatWhole(usdc) : usdcText(usdc)}`
    : `${sign}${formatWhole(steeze)}`
}

export function rateOf(
  { kind, steeze, usdc }: Pick<ReceiptSummary, 'kind' | 'steeze' | 'usdc'>,
  multiplier: string | null,
) {
  const rate = (of: number, to: number) => String(to === 0 ? 0 : Math.round((of / to) * 10_000) / 10_000)
  if (kind === 'purchase') return { value: rate(steeze ?? 0, usdc), unit: 'Steeze per USDC' }
  if (kind === 'redeem') return { value: rate(usdc, steeze ?? 0), unit: 'USDC per Steeze' }
  return { value: `${multiplier ?? '1.0'}x`, unit: `${VOUCH_RULES.apPerUsdc} AP per USDC` }
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
