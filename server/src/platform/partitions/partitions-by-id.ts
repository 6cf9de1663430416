import type { Queryable, Tx } from '../db/db.ts'
import { out, sql } from '../db/sql.ts'
import type { PartitionedTable } from './partitioned-table.ts'

interface PartitionsById extends PartitionedTable {
  /**
   * Makes room for the rows of a backup of any version, once the sequence is set. A schema that has the keys but no
   * partitions yet gets the end of what becomes the first one, by the newest row's id.
   */
  addRestored(tx: Tx): Promise<void>
}

/** Partitions by ranges of ids. `prefix` begins the names of the table's functions for them. */
export function partitionsById({
  table,
  rows,
  prefix,
}: Pick<PartitionedTable, 'table' | 'rows'> & { prefix: string }): PartitionsById {
  const HAS_PARTITIONS = sql`
    select to_regprocedure('add_${prefix}_partitions()') is not null as ${out('isPartitioned', 'boolean')}`
  const ADD_PARTITIONS = sql`select add_${prefix}_partitions() as ${out('added', 'int')}`
  const FIND_AHEAD = sql`select ${prefix}_partitions_ahead() as ${out('ahead', 'bigint')}`
  const MOVE_FIRST_END = sql`
    do $$
    begin
      if exists (select from pg_constraint where conname = '${table}_first') then
        alter table ${table} drop constraint ${table}_first;
        execute format('alter table ${table} add constraint ${table}_first check (id < %s)',
          ((select last_value from ${table}_id_seq) / ${prefix}_partition_size() + 2) * ${prefix}_partition_size());
      end if;
    end $$`

  const isPartitioned = async (db: Queryable) => (await db.query(HAS_PARTITIONS))[0]?.isPartitioned ?? false
  const add = async (db: Queryable) => (await db.query(ADD_PARTITIONS))[0]?.added ?? 0
  return {
    table,
    rows,
    add,
    async countAhead(db) {
      if (!(await isPartitioned(db))) return undefined
      return (await db.query(FIND_AHEAD))[0]?.ahead ?? 0
    },
    async addRestored(tx) {
      if (await isPartitioned(tx)) await add(tx)
      else await tx.query(MOVE_FIRST_END)
    },
  }
}
