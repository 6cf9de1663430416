import type { Queryable, Tx } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const HAS_PARTITIONS = sql`
  select to_regprocedure('add_ledger_partitions()') is not null as ${out('isPartitioned', 'boolean')}`

/** False in a database that an earlier version migrated. */
export async function hasPartitions(db: Queryable): Promise<boolean> {
  const [row] = await db.query(HAS_PARTITIONS)
  return row?.isPartitioned ?? false
}

const ADD_PARTITIONS = sql`select add_ledger_partitions() as ${out('added', 'int')}`

/** Makes sure that a whole partition is ahead of the newest transfer. Returns how many it added. */
export async function addPartitions(db: Queryable): Promise<number> {
  const [row] = await db.query(ADD_PARTITIONS)
  return row?.added ?? 0
}

const MOVE_FIRST_END = sql`
  do $$
  begin
    if exists (select from pg_constraint where conname = 'ledger_transfers_first') then
      alter table ledger_transfers drop constraint ledger_transfers_first;
      execute format('alter table ledger_transfers add constraint ledger_transfers_first check (id < %s) not valid',
        ((select last_value from ledger_transfers_id_seq) / ledger_partition_size() + 2) * ledger_partition_size());
    end if;
  end $$`

/** Between migrations 0041 and 0042: bounds the first partition by the newest transfer's id, as 0041 did. */
export async function moveFirstEnd(tx: Tx): Promise<void> {
  await tx.query(MOVE_FIRST_END)
}

const FIND_AHEAD = sql`select ledger_partitions_ahead() as ${out('ahead', 'bigint')}`

/** Returns how many partitions' ids are left after those of the newest transfer's. */
export async function findPartitionsAhead(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_AHEAD)
  return row?.ahead ?? 0
}
