import type { Queryable } from '../../../server/src/platform/db/db.ts'

/** Returns the hash of a test's `n`th transaction. */
export const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** Inserts purchases without a buyer, each in a block and a transaction of its number. Returns their ids, in order. */
export async function insertPurchases(
  db: Queryable,
  { from, to, status = 'applied' }: { from: number; to: number; status?: 'seen' | 'applied' | 'gone' },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `insert into chain_events (chain_id, tx_hash, log_index, contract, kind, block_number, block_hash, block_time, account,
                               usdc_micros, steeze_amount, status)
     select 8453, '0x' || lpad(to_hex(n), 64, '0'), 0, 'contract', 'steeze_purchased', n, 'block', '2026-01-01T00:00:00Z',
            'account', 100000, 1, $3
     from generate_series($1::int, $2::int) n returning id`,
    [from, to, status],
  )
  return rows.map(({ id }) => id)
}
