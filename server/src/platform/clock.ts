import type { Queryable } from './db/db.ts'

/**
 * Statements take `sqlNow()` and use the database's clock when it is null, so that several servers agree; tests inject
 * a clock they move themselves.
 */
export interface Clock {
  now(): Date
  sqlNow(): Date | null
}

export const systemClock: Clock = { now: () => new Date(), sqlNow: () => null }

export async function databaseTime(queryable: Queryable, clock: Clock): Promise<Date> {
  const fixed = clock.sqlNow()
  if (fixed) return fixed
  const [row] = await queryable.query<{ at: Date }>('select clock_timestamp() as at')
  return (row as { at: Date }).at
}
