import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { batchStatements } from './batch-store.ts'

/** Fills a column of rows that exist already, in batches by a job. */
export interface Backfill {
  /** `table.what`. Never reuse one: the database remembers by it how far it came, and migrations ask by it. */
  readonly name: string
  readonly statements: ReturnType<typeof batchStatements>
}

/**
 * `what` is its name beside the table's. `where`: which rows `r` still need it, false once `set` has run; `set`: the
 * assignments, in which `r` is the row. `key` is the primary key, of one column.
 */
export function backfill(
  table: PgTable,
  { what, ...source }: { what: string; key: string; type: 'uuid' | 'bigint' | 'text'; where: string; set: string },
): Backfill {
  const name = getTableName(table)
  return { name: `${name}.${what}`, statements: batchStatements({ table: name, ...source }) }
}
