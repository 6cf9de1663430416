/** Statements for any table, built from the names and types that the database returns. */
import type { Tx } from '../db/db.ts'
import { readBatches } from '../db/read-batches.ts'
import { findForeignKeys, findPartitions, type TableColumn } from './store.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns each row as a line of JSON text. */
export async function* rowsOf(
  tx: Tx,
  table: string,
  columns: readonly TableColumn[],
  batch: number,
): AsyncGenerator<string[]> {
  const list = columns.map(({ name, isJson }) => `${quoted(name)}${isJson ? '::text' : ''} as ${quoted(name)}`)
  const text = `select row_to_json(r)::text as row from (select ${list.join(', ')} from ${quoted(table)}) r`
  for await (const rows of readBatches<{ row: string }>(tx, text, [], batch)) yield rows.map(({ row }) => row)
}

/** Inserts `lines` that `rowsOf` returned. */
export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly TableColumn[],
  lines: readonly string[],
): Promise<void> {
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const types = columns.map(({ name, type, isJson }) => `${quoted(name)} ${isJson ? 'text' : type}`)
  const values = columns.map(({ name, type, isJson }) => `r.${quoted(name)}${isJson ? `::${type}` : ''}`)
  await tx.query(
    `insert into ${quoted(table)} (${names}) overriding system value
     select ${values.join(', ')} from json_to_recordset($1::json) as r (${types.join(', ')})`,
    [`[${lines.join(',')}]`],
  )
}

/**
 * Runs `load` on emptied tables without triggers and foreign keys, because rows come in any order and triggers have run
 * already. The keys are checked when they are restored.
 */
export async function withoutGuards(tx: Tx, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const keys = await findForeignKeys(tx)
  for (const { table, name } of keys) await tx.query(`alter table ${table} drop constraint ${quoted(name)}`)
  // Emptying a table empties its partitions, which have triggers of their own.
  const guarded = [...tables, ...(await findPartitions(tx)).map(({ name }) => name)]
  for (const table of guarded) await tx.query(`alter table ${quoted(table)} disable trigger user`)
  if (tables.length > 0) await tx.query(`truncate ${tables.map(quoted).join(', ')}`)
  await load()
  for (const table of guarded) await tx.query(`alter table ${quoted(table)} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await tx.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}
