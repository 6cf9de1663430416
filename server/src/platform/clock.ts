import type { Queryable } from './db/db.ts'

/**
 * Where time comes from. Statements take `sqlNow()` and fall back to the database's own clock when it is null, so that
 * several servers agree; a test hands in a clock that it moves itself.
 */
export interface Clock {
  now(): Date
  sqlNow(): Date | null
}

export const systemClock: Clock = { now: () => new Date(), sqlNow: () => null }

/** The moment that counts for what happens in `queryable`: the database's, unless the clock was handed in. */
export async function databaseTime(queryable: Queryable, clock: Clock): Promise<Date> {
  const fixed = clock.sqlNow()
  if (fixed) return fixed
  const [row] = await queryable.query<{ at: Date }>('select clock_timestamp() as at')
  return (row as { at: Date }).at
}
