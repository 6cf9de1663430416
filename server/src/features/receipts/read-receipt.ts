import type { LedgerSide, LedgerTransfer, Receipt } from '@aura/api/calls/receipts'
import { MICROS_PER_USDC } from '@aura/api/money'
import { getAddress } from 'viem'
import { type Entry, findEntries, HOUSE_ID } from '#features/ledger'
import { findUsernames } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { presentReceipt } from './list-receipts.ts'
import type { ReceiptSource } from './store.ts'

/** Returns a receipt. Throws RECEIPT_NOT_FOUND, also for another user's. */
export async function readReceipt(
  ctx: Context,
  sources: readonly ReceiptSource[],
  { userId, id }: { userId: string; id: string },
): Promise<Receipt> {
  const { row, source } = await findReceipt(ctx, sources, userId, Number(id))
  const entries = await findEntries(ctx.db, await source.keysOf(ctx.db, row))
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

async function findReceipt(ctx: Context, sources: readonly ReceiptSource[], userId: string, id: number) {
  for (const source of sources) {
    const row = await source.find(ctx.db, userId, id)
    if (row) return { row, source }
  }
  throw new AppError('RECEIPT_NOT_FOUND')
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
