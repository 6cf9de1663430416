import type { ReceiptSummary } from '@aura/api/calls/receipts'
import { receiptNumber } from './receipt-text.ts'

const COLUMNS: readonly { name: string; value: (receipt: ReceiptSummary) => string | number | null }[] = [
  { name: 'receipt', value: receiptNumber },
  { name: 'time_utc', value: ({ createdAt }) => createdAt },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'status', value: ({ status }) => status },
  { name: 'usdc', value: ({ usdc }) => usdc },
  { name: 'steeze', value: ({ steeze }) => steeze },
  { name: 'aura_points', value: ({ aura }) => aura },
  { name: 'with', value: ({ other }) => other?.username ?? null },
  { name: 'transaction', value: ({ transactionHash }) => transactionHash },
]

/** Formats by RFC 4180. Amounts are unsigned, because the kind gives the direction. */
export const receiptsCsv = (receipts: readonly ReceiptSummary[]): string =>
  [COLUMNS.map(({ name }) => name), ...receipts.map((receipt) => COLUMNS.map(({ value }) => cell(value(receipt))))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')

/** Quotes values that a spreadsheet would run as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
