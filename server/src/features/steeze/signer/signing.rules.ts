import { STEEZE_VALUE_MICROS } from '@aura/api/money'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import type { SigningRefusal, Withdrawal } from './withdrawal-signer.ts'

export interface SigningTerms {
  chainId: number
  contract: string
  deadlineMs: number
  /** Steeze per UTC day over all wallets. */
  dailyCap: number
  /** The most Steeze that unused signatures of a wallet take up of it. */
  unusedMost: number
}

export interface WalletRecord {
  wallet: string
  /** Highest limit of a usable signature. */
  limit: number
  /** Latest deadline of any signature, in seconds. */
  deadline: number
  /** UTC day of the newest signature, in days since 1970. */
  day: number
  /** Steeze the day's signatures release beyond earlier ones. */
  signed: number
}

export interface FinalState {
  /** Time of the block, in seconds. */
  time: number
  /** Total Steeze withdrawn by then. */
  withdrawn: number
}

/** Returns the most Steeze that unused signatures of one account, or wallet, take up of a day's cap. */
export const unusedShareOf = (dailyCapMicros: number): number =>
  Math.floor(dailyCapMicros / STEEZE_VALUE_MICROS / STEEZE_RULES.unusedShare)

const DAY_MS = 86_400_000
/** Milliseconds by which the server's clock, or its database's, may be ahead of the signer's. */
const SKEW_MS = 60_000

export const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Returns why a withdrawal by itself is unacceptable, or null. Earlier signatures may be repeated. */
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

/** Returns whether all its signatures have expired at this final block. The deadline itself still pays. */
export const isLapsed = (record: WalletRecord, time: number): boolean => record.deadline < time

/** Returns the record once all signatures expired: only withdrawals count, not signatures, for the daily cap. */
export function settled(record: WalletRecord, { time, withdrawn }: FinalState): WalletRecord {
  if (!isLapsed(record, time)) return record
  const unused = Math.max(0, record.limit - withdrawn)
  return { ...record, limit: withdrawn, signed: Math.max(0, record.signed - unused) }
}

/** Returns the record after signing, and the additional Steeze released. */
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
      // A clock that was set back doesn't start a new day.
      day: Math.max(before.day, day),
      signed: (before.day >= day ? before.signed : 0) + added,
    },
  }
}

/** Signatures of a day add up to so many caps at most, used or not. */
const MAX_CAPS_SIGNED = 4

/**
 * Returns whether a day's signatures leave room for `added` more. An unused signature takes up `unusedMost` of the cap at
 * most, where `withdrawnBy` knows what its wallet withdrew; otherwise it takes up all it could pay.
 */
export function hasRoom(
  { dailyCap, unusedMost }: Pick<SigningTerms, 'dailyCap' | 'unusedMost'>,
  records: Iterable<WalletRecord>,
  { day, added, withdrawnBy }: { day: number; added: number; withdrawnBy: ReadonlyMap<string, number> },
): boolean {
  let [signed, counted] = [added, added]
  for (const record of records) {
    if (record.day < day) continue
    const withdrawn = withdrawnBy.get(record.wallet)
    const unused = withdrawn === undefined ? 0 : Math.min(record.signed, Math.max(0, record.limit - withdrawn))
    signed += record.signed
    counted += record.signed - Math.max(0, unused - unusedMost)
  }
  return counted <= dailyCap && signed <= MAX_CAPS_SIGNED * dailyCap
}

/** Returns whether a record is kept. Yesterday's may still be usable; older ones count for nothing. */
export const isKept = (record: WalletRecord, day: number): boolean => record.day >= day - 1
