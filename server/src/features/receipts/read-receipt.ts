import type { LedgerSide, LedgerTransfer, Receipt } from '@aura/api/calls/receipts'
import { MICROS_PER_USDC } from '@aura/api/money'
import { getAddress } from 'viem'
import { type Entry, findEntries, HOUSE_ID } from '#features/ledger'
import { findUsernames } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { presentReceipt } from './list-receipts.ts'
import { findReceipt, findSettlements, type ReceiptRow } from './store.ts'

/** Throws RECEIPT_NOT_FOUND, also for another user's. */
export async function readReceipt(ctx: Context, userId: string, id: string): Promise<Receipt> {
  const row = await findReceipt(ctx.db, userId, Number(id))
  if (!row) throw new AppError('RECEIPT_NOT_FOUND')
  const entries = await findEntries(ctx.db, await keysOf(ctx.db, row))
  const names = await findUsernames(ctx.db, [
    ...new Set(entries.flatMap(({ fromOwner, toOwner }) => [fromOwner, toOwner])),
  ])
  return {
    ...presentReceipt(row),
    chainId: row.chainId,
    block: { number: row.blockNumber, logIndex: row.logIndex },
    walletAddress: getAddress(row.account),
    contractAddress: getAddress(row.contract),
    targetAddress: row.target === null ? null : getAddress(row.target),
    multiplier: row.multiplier,
    countedUsdc: row.countedMicros === null ? null : row.countedMicros / MICROS_PER_USDC,
    auraCapped: row.auraCapped,
    transfers: entries.map((entry) => transferOf(entry, userId, names)),
  }
}

/** For a redemption, includes its hold and other withdrawals. */
async function keysOf(db: Queryable, { key, redemptionId }: ReceiptRow): Promise<string[]> {
  if (key !== null) return [key, `${key}/claimed`, `${key}/debt-payment`, `${key}/claimed/debt-payment`]
  if (redemptionId === null) return []
  const settled = await findSettlements(db, redemptionId)
  const keys = settled.map(({ chainId, txHash, logIndex }) => `steeze-withdrawal/${chainId}/${txHash}/${logIndex}`)
  return [`steeze-redemption/${redemptionId}`, ...keys.flatMap((each) => [each, `${each}/rest`, `${each}/held-again`])]
}

function transferOf(entry: Entry, userId: string, names: ReadonlyMap<string, string>): LedgerTransfer {
  const side = (ownerId: string, account: string, balance: number | null): LedgerSide => ({
    account,
    owner: ownerId === userId ? 'me' : ownerId === HOUSE_ID ? 'system' : 'other',
    username: ownerId === userId ? null : (names.get(ownerId) ?? null),
    // Balances of others are private.
    balance: ownerId === userId ? balance : null,
  })
  return {
    number: entry.id,
    key: entry.key,
    kind: entry.kind,
    currency: entry.currency as LedgerTransfer['currency'],
    amount: entry.amount,
    createdAt: entry.createdAt.toISOString(),
    from: side(entry.fromOwner, entry.fromKind, entry.fromBalance),
    to: side(entry.toOwner, entry.toKind, entry.toBalance),
  }
}
