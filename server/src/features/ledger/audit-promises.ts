import type { Findings } from '#platform/audit/findings'

export const PROMISES = [
  'every balance is the sum of its entries',
  'every entry says the balance it led to',
  'no account of a person is negative, and no debt positive',
  'each currency sums to zero',
  'what people have came from the house',
  'the totals of Steeze are what the transfers add up to',
  'every transfer stays within its currency',
  'every hold was filled by one transfer of its amount',
  'every hold is resolved once, whole, or open',
  'no hold is resolved twice',
  'every hold a transfer names is there',
  'every hold is taken from the account it is in',
  'nothing is set aside or taken from there without a hold',
  'what is set aside in an account is its open holds',
] as const

export type LedgerFindings = Findings<(typeof PROMISES)[number]>

export function addTo<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
