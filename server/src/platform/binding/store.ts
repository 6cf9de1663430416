import { columns, sql } from '#platform/db/sql'
import type { Tx } from '../db/db.ts'

const databaseBindings = columns('database_bindings')

const BIND = sql`
  insert into database_bindings (name, value)
  select name, value from unnest($1::text[], $2::text[]) as given (name, value)
  on conflict (name) do nothing`

const FIND_NAMES = sql`select ${databaseBindings('name', 'value')} from database_bindings where name = any ($1::text[])`

/** Stores each value whose name is still unbound. Returns the bound value of every name. */
export async function bind(tx: Tx, values: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const [names, texts] = [[...values.keys()], [...values.values()]]
  await tx.query(BIND, [names, texts])
  const rows = await tx.query(FIND_NAMES, [names])
  return new Map(rows.map(({ name, value }) => [name, value]))
}

const FIND_BOUND = sql`
  select ${databaseBindings('value')} from database_bindings where name = $1 or starts_with(name, $1 || '/')
  order by name`

export async function findBound(tx: Tx, name: string): Promise<string[]> {
  const rows = await tx.query(FIND_BOUND, [name])
  return rows.map(({ value }) => value)
}

const REBIND = sql`
  insert into database_bindings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`

/** Binds a name to another value. */
export async function rebind(tx: Tx, name: string, value: string): Promise<void> {
  await tx.query(REBIND, [name, value])
}
