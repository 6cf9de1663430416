import type { Db, Queryable, Tx } from '../../../server/src/platform/db/db.ts'

/** Makes the next transfer the `left`th before the end of the ids of partition `number`. Adds no partition. */
export async function leaveInPartition(db: Queryable, number: number, left: number): Promise<void> {
  await db.query(`select setval('ledger_transfers_id_seq', ($1::bigint + 1) * ledger_partition_size() - 1 - $2)`, [
    number,
    left,
  ])
}

/** Returns rows by partition, without empty partitions. */
const byPartition = (table: string) => async (db: Queryable) => {
  const rows = await db.query<{ name: string; count: number }>(
    `select tableoid::regclass::text as name, count(*)::int as count from ${table} group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

export const transfersByPartition = byPartition('ledger_transfers')
export const giftsByPartition = byPartition('battle_gifts')
export const eventsByPartition = byPartition('chain_events')

/** Makes the next chain event the `left`th before the end of the ids of partition `number`. Adds no partition. */
export async function leaveEventsInPartition(db: Queryable, number: number, left: number): Promise<void> {
  await db.query(`select setval('chain_events_id_seq', ($1::bigint + 1) * chain_event_partition_size() - 1 - $2)`, [
    number,
    left,
  ])
}

/**
 * Returns the number of chain events that the work read in each partition, by its name; 0 where it only used an index.
 * Untouched partitions are left out.
 */
export async function eventsReadIn(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Record<string, number>> {
  return db.tx(async (tx) => {
    const read = () =>
      tx.query<{ name: string; scans: number; rows: number }>(
        `select substring(relname from 'p\\d+$') as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans,
                (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables where schemaname = 'public' and relname like 'chain_events_p%'
         order by length(relname), relname`,
      )
    const before = new Map((await read()).map((each) => [each.name, each]))
    await work(tx)
    const after = (await read()).filter(({ name, scans }) => scans > (before.get(name)?.scans ?? 0))
    return Object.fromEntries(after.map(({ name, rows }) => [name, rows - (before.get(name)?.rows ?? 0)]))
  })
}
