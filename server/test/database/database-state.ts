import type { Queryable } from '../../src/platform/db/db.ts'

/** Returns every row of all tables but the named ones. */
export async function databaseState(
  db: Queryable,
  { except = [] }: { except?: string[] } = {},
): Promise<Record<string, string[]>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by name`,
  )
  const state: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const rows = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t order by 1`)
    state[name] = rows.map(({ row }) => row)
  }
  return state
}
