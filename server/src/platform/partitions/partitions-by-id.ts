import type { Queryable } from '../db/db.ts'
import { out, sql } from '../db/sql.ts'
import type { PartitionedTable } from './partitioned-table.ts'

/** Returns a table partitioned by ranges of ids. `prefix` begins the names of the database functions that add them. */
export function partitionsById({
  table,
  rows,
  prefix,
}: Pick<PartitionedTable, 'table' | 'rows'> & { prefix: string }): PartitionedTable {
  const ADD_PARTITIONS = sql`select add_${prefix}_partitions() as ${out('added', 'int')}`
  const FIND_AHEAD = sql`select ${prefix}_partitions_ahead() as ${out('ahead', 'bigint')}`
  return {
    table,
    rows,
    add: async (db: Queryable) => (await db.query(ADD_PARTITIONS))[0]?.added ?? 0,
    countAhead: async (db: Queryable) => (await db.query(FIND_AHEAD))[0]?.ahead ?? 0,
  }
}
