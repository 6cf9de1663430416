import type { Queryable } from './db.ts'
import { out, sql } from './sql.ts'

/**
 * Returns a function that reads the milliseconds until a moment by the database's clock, negative if overdue; null if
 * nothing is planned. `moment` and `from` are SQL, never input, whose `$2` is what the caller adds.
 */
export function msUntil(moment: string, from: string) {
  const statement = sql`
    select ceil(extract(epoch from ${moment} - coalesce($1::timestamptz, clock_timestamp())) * 1000)::bigint
      as ${out('ms', 'bigint?')}
    from ${from}`
  return async (db: Queryable, now: Date | null, ...more: (readonly string[])[]): Promise<number | null> =>
    (await db.query(statement, [now, ...more]))[0]?.ms ?? null
}
