import type { Findings } from '#platform/audit/findings'

export const PROMISES = [
  'every balance is the sum of its transfers',
  'every transfer records the balances it led to',
  'no account of a person is negative, and no debt positive',
  'each currency sums to zero',
  'people hold exactly what was issued',
  'Steeze totals match the transfers',
  'every transfer has its key',
  'every key is of its transfer',
  'every transfer stays within its currency',
  'every hold was funded by one transfer of its amount',
  'every hold is open or was resolved once in full',
  'no hold is resolved twice',
  'every hold a transfer names exists',
  'every hold is resolved from its own account',
  'escrow accounts change only through holds',
  'every escrow balance equals its open holds',
] as const

export type LedgerFindings = Findings<(typeof PROMISES)[number]>

export function addTo<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
