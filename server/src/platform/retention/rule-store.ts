import { sql } from '#platform/db/sql'

/** Most rows in one transaction: a few milliseconds of locks. */
export const TRIMMED_AT_ONCE = 1_000

/** Returns a statement that removes the oldest rows of a condition that nobody has locked, each as a row. */
export const trimStatement = ({ table, where, oldest }: { table: string; where: string; oldest: string }): string =>
  sql`
    delete from ${table} where ctid = any (array (
      select r.ctid from ${table} r where ${where} order by ${oldest} limit ${TRIMMED_AT_ONCE}
      for update of r skip locked))
    returning 1`
