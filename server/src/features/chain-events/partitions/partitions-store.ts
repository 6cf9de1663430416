import type { Queryable, Tx } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const HAS_PARTITIONS = sql`
  select to_regprocedure('add_chain_event_partitions()') is not null as ${out('isPartitioned', 'boolean')}`

/** False in a database that an earlier version migrated. */
export async function hasPartitions(db: Queryable): Promise<boolean> {
  const [row] = await db.query(HAS_PARTITIONS)
  return row?.isPartitioned ?? false
}

const ADD_PARTITIONS = sql`select add_chain_event_partitions() as ${out('added', 'int')}`

/** Makes sure that a whole partition is ahead of the newest event. Returns how many it added. */
export async function addPartitions(db: Queryable): Promise<number> {
  const [row] = await db.query(ADD_PARTITIONS)
  return row?.added ?? 0
}

const MOVE_FIRST_END = sql`
  do $$
  begin
    if exists (select from pg_constraint where conname = 'chain_events_first') then
      alter table chain_events drop constraint chain_events_first;
      execute format('alter table chain_events add constraint chain_events_first check (id < %s)',
        ((select last_value from chain_events_id_seq) / chain_event_partition_size() + 2) * chain_event_partition_size());
    end if;
  end $$`

/** Between migrations 0053 and 0056: bounds the first partition by the newest event’s id, as 0053 did. */
export async function moveFirstEnd(tx: Tx): Promise<void> {
  await tx.query(MOVE_FIRST_END)
}

const FIND_AHEAD = sql`select chain_event_partitions_ahead() as ${out('ahead', 'bigint')}`

/** Returns how many partitions' ids are left after those of the newest event's. */
export async function findPartitionsAhead(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_AHEAD)
  return row?.ahead ?? 0
}
