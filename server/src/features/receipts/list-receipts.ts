import type { Answer, Query } from '@aura/api/calls'
import type { ReceiptSummary } from '@aura/api/calls/receipts'
import { MICROS_PER_USDC } from '@aura/api/money'
import type { Context } from '#platform/context'
import type { ReceiptRow, ReceiptSource } from './store.ts'

const PAGE = 50

export async function listReceipts(
  ctx: Context,
  sources: readonly ReceiptSource[],
  { userId, kind, before }: NonNullable<Query<'GET /api/receipts'>> & { userId: string },
): Promise<Answer<'GET /api/receipts'>> {
  // The extra row shows whether there are more.
  const page = { kind: kind ?? null, before: before === undefined ? null : Number(before), limit: PAGE + 1 }
  const found = await Promise.all(sources.map((source) => source.list(ctx.db, userId, page)))
  const rows = found.flat().sort((a, b) => b.id - a.id)
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
