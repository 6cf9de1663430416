import type { Queryable, Tx } from '../db/db.ts'
import { isOwn } from '../db/relation-store.ts'
import { out, sql } from '../db/sql.ts'

/** The table that migrations fill themselves. */
const OWN_TABLE = 'aura_migrations'

/** `isJson`: stored as its text, so that neither the order of keys nor a JSON null is lost. */
export interface TableColumn {
  name: string
  type: string
  isJson: boolean
}

export type TableColumns = Map<string, TableColumn[]>

const FIND_COLUMNS = sql`
  select c.relname::text as ${out('table', 'text')}, a.attname::text as ${out('name', 'text')},
    format_type(a.atttypid, a.atttypmod) as ${out('type', 'text')},
    a.atttypid in ('json'::regtype, 'jsonb'::regtype) as ${out('isJson', 'boolean')}
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> $1 and ${isOwn}
  order by c.relname, a.attnum`

export async function findTables(db: Queryable): Promise<TableColumns> {
  const rows = await db.query(FIND_COLUMNS, [OWN_TABLE])
  const tables: TableColumns = new Map()
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

// Sequences by name, because a migration may have replaced one since the backup's snapshot was taken.
const FIND_SEQUENCES = sql`
  select c.relname::text as ${out('name', 'text')},
         pg_sequence_last_value(format('%I.%I', current_schema(), c.relname)::regclass) as ${out('value', 'bigint?')}
  from pg_class c
  where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace and ${isOwn}
  order by c.relname`

/** Returns all sequences. `value` is null for one that was never used. */
export const findSequences = (db: Queryable) => db.query(FIND_SEQUENCES)

const SET_SEQUENCE = sql`select setval(format('%I', $1::text)::regclass, $2)`

export const setSequence = (tx: Tx, name: string, value: number) => tx.query(SET_SEQUENCE, [name, value])

const FIND_APPLIED = sql`select tag as ${out('tag', 'text')}, hash as ${out('hash', 'text')} from aura_migrations order by position`

export const findApplied = (db: Queryable) => db.query(FIND_APPLIED)

const COUNT_OBJECTS = sql`
  select count(*)::int as ${out('count', 'int')} from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'S', 'f') and ${isOwn}`

export async function isEmpty(db: Queryable): Promise<boolean> {
  const [found] = await db.query(COUNT_OBJECTS)
  return found?.count === 0
}

const FIND_PARTITIONS = sql`
  select relname::text as ${out('name', 'text')} from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and relispartition`

export const findPartitions = (tx: Tx) => tx.query(FIND_PARTITIONS)

const FIND_FOREIGN_KEYS = sql`
  select conrelid::regclass::text as ${out('table', 'text')}, conname::text as ${out('name', 'text')},
    pg_get_constraintdef(oid) as ${out('definition', 'text')}
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`

/** Returns foreign keys, without those that the database keeps for each partition. */
export const findForeignKeys = (tx: Tx) => tx.query(FIND_FOREIGN_KEYS)
