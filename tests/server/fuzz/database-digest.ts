import type { Db } from '../../../server/src/platform/db/db.ts'

/** Returns a line per table. Digests are equal exactly if no row changed. */
export async function databaseDigest(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const lines = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as rows
       from "${name}" t`,
  )
  const digests = await db.query<{ name: string; rows: string }>(lines.join(' union all '))
  return digests
    .map(({ name, rows }) => `${name} ${rows}`)
    .sort()
    .join('\n')
}
