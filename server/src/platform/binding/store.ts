import type { Tx } from '../db/db.ts'

/** Stores each value whose name is still unbound. Returns the bound value of every name. */
export async function bind(tx: Tx, values: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const [names, texts] = [[...values.keys()], [...values.values()]]
  await tx.query(
    `insert into database_bindings (name, value)
     select name, value from unnest($1::text[], $2::text[]) as given (name, value)
     on conflict (name) do nothing`,
    [names, texts],
  )
  const rows = await tx.query<{ name: string; value: string }>(
    'select name, value from database_bindings where name = any ($1::text[])',
    [names],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function findBound(tx: Tx, name: string): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `select value from database_bindings where name = $1 or starts_with(name, $1 || '/') order by name`,
    [name],
  )
  return rows.map(({ value }) => value)
}
