import type { Queryable } from '#platform/db/db'
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

const FIND_AHEAD = sql`select ledger_partitions_ahead() as ${out('ahead', 'bigint')}`

/** Returns how many partitions' ids are left after those of the newest transfer's. */
export async function findPartitionsAhead(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_AHEAD)
  return row?.ahead ?? 0
}
