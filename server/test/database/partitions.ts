import type { Queryable } from '../../src/platform/db/db.ts'

/** Lets the next transfer be the `left`th before the end of the ids of partition `number`. Adds no partition. */
export async function leaveInPartition(db: Queryable, number: number, left: number): Promise<void> {
  await db.query(`select setval('ledger_transfers_id_seq', ($1::bigint + 1) * ledger_partition_size() - 1 - $2)`, [
    number,
    left,
  ])
}

/** Rows by partition, without empty ones. */
const byPartition = (table: string) => async (db: Queryable) => {
  const rows = await db.query<{ name: string; count: number }>(
    `select tableoid::regclass::text as name, count(*)::int as count from ${table} group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

export const transfersByPartition = byPartition('ledger_transfers')
export const giftsByPartition = byPartition('battle_gifts')
