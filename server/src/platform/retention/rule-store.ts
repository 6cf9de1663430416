import { sql } from '#platform/db/sql'

/** Maximum number of rows in a transaction, whose locks then last a few milliseconds. */
export const TRIMMED_AT_ONCE = 1_000

/** Returns a statement that removes the oldest unlocked rows that meet a condition. It returns a row for each. */
export const trimStatement = ({ table, where, oldest }: { table: string; where: string; oldest: string }): string =>
  sql`
    delete from ${table} where ctid = any (array (
      select r.ctid from ${table} r where ${where} order by ${oldest} limit ${TRIMMED_AT_ONCE}
      for update of r skip locked))
    returning 1`
