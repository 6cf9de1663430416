import { expect } from 'vitest'
import type { Queryable } from '../../../server/src/platform/db/db.ts'

/** Tables that a session's first use of a day writes to, which concerns no call in particular. */
const WITH_SESSIONS = ['account_traces', 'accounts_to_relate']

/** Returns every row of all tables but the named ones; without `sessions`, none of what their use leaves. */
export async function databaseState(
  db: Queryable,
  { except = [] }: { except?: string[] } = {},
): Promise<Record<string, string[]>> {
  // Any read of a rank may run this in between.
  await db.query(`do $$ begin
    if to_regprocedure('follow_ranks(integer)') is not null then perform follow_ranks(100000); end if;
  end $$`)
  const tables = await db.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const left = new Set([...except, ...(except.includes('sessions') ? WITH_SESSIONS : [])])
  const state: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !left.has(table.name))) {
    const rows = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t order by 1`)
    state[name] = rows.map(({ row }) => row)
  }
  return state
}

/** Does the work, and expects that it leaves the state as it was. */
export async function unchanged(state: () => Promise<unknown>, work: () => Promise<unknown> | unknown): Promise<void> {
  const before = await state()
  await work()
  expect(await state()).toEqual(before)
}
