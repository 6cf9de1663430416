import type { SigningRefusal, Withdrawal } from './withdrawal-signer.ts'

/** Terms a signer gets at its start. */
export interface SigningTerms {
  chainId: number
  contract: string
  /** Maximum validity of a signature. */
  deadlineMs: number
  /** Steeze that one UTC day's signatures may release, over all wallets. */
  dailyCap: number
}

/** A signer's record of one wallet. */
export interface WalletRecord {
  wallet: string
  /** The highest limit that a signature may still be used for. */
  limit: number
  /** The latest deadline of any signature, in seconds. */
  deadline: number
  /** The UTC day of the newest signature, in days since 1970. */
  day: number
  /** Steeze that the day's signatures release beyond earlier ones. */
  signed: number
}

/** A wallet at a final block. */
export interface FinalState {
  /** The block's time, in seconds. */
  time: number
  /** Steeze it has ever withdrawn. */
  withdrawn: number
}

const DAY_MS = 86_400_000
/** The server's clock, or its database's, may be ahead of the signer's by this much. */
const SKEW_MS = 60_000

export const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Returns the fault of a withdrawal on its own; null where there is none. Earlier signatures may be repeated. */
export function faultOf(
  terms: SigningTerms,
  withdrawal: Withdrawal,
  record: WalletRecord | undefined,
  nowMs: number,
): SigningRefusal | null {
  const { chainId, contract, wallet, limit, deadline } = withdrawal
  if (!/^0x[0-9a-f]{40}$/.test(wallet) || !isCount(limit) || !isCount(deadline)) return 'malformed'
  if (chainId !== terms.chainId || contract !== terms.contract) return 'elsewhere'
  const isKnown = record !== undefined && limit <= record.limit && deadline <= record.deadline
  return !isKnown && deadline * 1_000 > nowMs + terms.deadlineMs + SKEW_MS ? 'deadline' : null
}

/**
 * Returns whether all of the wallet's signatures have expired at this final block. The contract pays up to and
 * including the deadline.
 */
export const isLapsed = (record: WalletRecord, time: number): boolean => record.deadline < time

/**
 * Returns the record as of a final block: once all signatures have expired, only what was withdrawn counts. Otherwise
 * somebody who never withdraws could exhaust the daily cap.
 */
export function settled(record: WalletRecord, { time, withdrawn }: FinalState): WalletRecord {
  if (!isLapsed(record, time)) return record
  const unused = Math.max(0, record.limit - withdrawn)
  return { ...record, limit: withdrawn, signed: Math.max(0, record.signed - unused) }
}

/** Returns the wallet's record after a signature, and the additional Steeze it releases. */
export function afterSigning(
  record: WalletRecord | undefined,
  { wallet, limit, deadline }: Pick<Withdrawal, 'wallet' | 'limit' | 'deadline'>,
  { withdrawn, day }: { withdrawn: number; day: number },
): { record: WalletRecord; added: number } {
  const before = record ?? { wallet, limit: 0, deadline: 0, day, signed: 0 }
  const added = Math.max(0, limit - Math.max(before.limit, withdrawn))
  return {
    added,
    record: {
      wallet,
      limit: Math.max(before.limit, limit),
      deadline: Math.max(before.deadline, deadline),
      // A clock that went back doesn't start a new day.
      day: Math.max(before.day, day),
      signed: (before.day >= day ? before.signed : 0) + added,
    },
  }
}

/** Returns the Steeze released by the day's signatures for these wallets. */
export const signedOn = (records: Iterable<WalletRecord>, day: number): number => {
  let sum = 0
  for (const record of records) if (record.day >= day) sum += record.signed
  return sum
}

/** Yesterday's records may still be usable; older ones count for nothing. */
export const isKept = (record: WalletRecord, day: number): boolean => record.day >= day - 1
