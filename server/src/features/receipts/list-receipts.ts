import type { Answer, Query } from '@aura/api/calls'
import type { ReceiptSummary } from '@aura/api/calls/receipts'
import { MICROS_PER_USDC } from '@aura/api/money'
import type { Context } from '#platform/context'
import { findReceipts, type ReceiptRow } from './store.ts'

const PAGE = 50

export async function listReceipts(
  ctx: Context,
  userId: string,
  { kind, before }: NonNullable<Query<'GET /api/receipts'>>,
): Promise<Answer<'GET /api/receipts'>> {
  // The extra row shows whether there are more.
  const asked = { kind: kind ?? null, before: before === undefined ? null : Number(before), most: PAGE + 1 }
  const rows = await findReceipts(ctx.db, userId, asked)
  const shown = rows.slice(0, PAGE)
  return { receipts: shown.map(presentReceipt), next: rows.length > PAGE ? String(shown.at(-1)?.id) : null }
}

export function presentReceipt(row: ReceiptRow): ReceiptSummary {
  const { id, kind, steeze, usdcMicros, aura, otherId, otherName, txHash, blockTime, isSettled } = row
  return {
    id: String(id),
    kind,
    usdc: usdcMicros / MICROS_PER_USDC,
    steeze,
    aura,
    other: otherId === null ? null : { id: otherId, username: otherName ?? '' },
    transactionHash: txHash,
    createdAt: blockTime.toISOString(),
    status: isSettled ? 'completed' : 'confirming',
  }
}
