export const WEI_PER_GWEI = 1_000_000_000n

export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Returns what is offered for gas: room for the price to double, and a tenth of it to the block's builder. */
export const feesAt = (priceWei: bigint): Fees => ({
  maxFeePerGas: priceWei * 2n,
  maxPriorityFeePerGas: priceWei / 10n + 1n,
})

/** Nodes replace a transaction only for at least a tenth more of both. */
const raised = (wei: bigint): bigint => (wei * 5n) / 4n + 1n

const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Returns the offer with which a transaction that was offered `last` is replaced. */
export function raisedFees(last: Fees, priceWei: bigint): Fees {
  const now = feesAt(priceWei)
  return {
    maxFeePerGas: higher(raised(last.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: higher(raised(last.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  }
}

export const toGwei = (wei: bigint): number => Number((wei + WEI_PER_GWEI - 1n) / WEI_PER_GWEI)

/** Returns what a payment may cost, in gwei. */
export const costGwei = (gas: number, priceWei: bigint): number => mostGwei(gas, feesAt(priceWei))

/** Returns what a transaction may cost, in gwei. */
export const mostGwei = (gas: number, { maxFeePerGas }: Pick<Fees, 'maxFeePerGas'>): number =>
  toGwei(BigInt(gas) * maxFeePerGas)

export interface Spent {
  /** Payments of the person in the last 24 hours, and those of them that failed on chain. */
  payments: number
  failures: number
  /** Payments of the person for the same purpose in the last 24 hours. */
  ofPurpose: number
  /** Gwei that all payments of the last hour and of the last 24 hours cost or may cost. */
  hourGwei: number
  dayGwei: number
  /** Payments that wait, and gwei set aside for those that are not in a block. */
  waiting: number
  openGwei: number
  /** Milliseconds for which the oldest payment has waited to be sent for the first time. */
  queuedMs: number
}

export interface Caps {
  perPersonDay: number
  failuresPerDay: number
  /** For the payment's purpose, a person and 24 hours. */
  ofPurpose: number
  hourGwei: number
  dayGwei: number
  waiting: number
  queuedMs: number
}

export type Cap = 'person' | 'failures' | 'hour' | 'day' | 'waiting' | 'down' | 'empty'

/** Returns the cap that one more payment of this cost would pass. */
export function passedCap(
  spent: Spent,
  { cost, balanceGwei, caps }: { cost: number; balanceGwei: number; caps: Caps },
): Cap | undefined {
  if (spent.failures >= caps.failuresPerDay) return 'failures'
  if (spent.payments >= caps.perPersonDay || spent.ofPurpose >= caps.ofPurpose) return 'person'
  if (spent.queuedMs > caps.queuedMs) return 'down'
  if (spent.waiting >= caps.waiting) return 'waiting'
  if (spent.hourGwei + cost > caps.hourGwei) return 'hour'
  if (spent.dayGwei + cost > caps.dayGwei) return 'day'
  return spent.openGwei + cost > balanceGwei ? 'empty' : undefined
}

export interface SentState {
  isLate: boolean
  /** Milliseconds since this server handed in its newest transaction, last and first; null if it has not. */
  lastMs: number | null
  firstMs: number | null
  isEmpty: boolean
  last: Fees
}

/**
 * Returns what becomes of a transaction that is in no block: nothing yet, sent again as it is, or replaced under the same
 * number, by an empty one if what was signed no longer counts. Never raises an offer above that at `maxPriceWei`.
 */
export function nextMove(
  { isLate, lastMs, firstMs, isEmpty, last }: SentState,
  priceWei: bigint,
  { againMs, stuckMs, maxPriceWei }: { againMs: number; stuckMs: number; maxPriceWei: bigint },
): 'wait' | 'again' | 'raise' | 'empty' {
  if (lastMs !== null && lastMs < againMs) return 'wait'
  if (isLate && !isEmpty) return 'empty'
  if (firstMs === null) return 'again'
  if (priceWei > maxPriceWei) return 'again'
  // Else a network that takes nothing for an hour would be offered all that the relay has once it goes on.
  if (raisedFees(last, priceWei).maxFeePerGas > feesAt(maxPriceWei).maxFeePerGas) return 'again'
  const isCheap = priceWei * 11n > last.maxFeePerGas * 10n
  return isCheap || firstMs >= stuckMs ? 'raise' : 'again'
}
