import type { Queryable } from './db/db.ts'

/** Statements take `sqlNow()`: null for the database's clock, so that servers agree; tests inject their own. */
export interface Clock {
  now(): Date
  sqlNow(): Date | null
  /** Milliseconds since some moment, for durations: goes on evenly when somebody sets the machine's clock. */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => new Date(), sqlNow: () => null, elapsedMs: () => performance.now() }

/** It is always this time. */
export const clockAt = (at: Date): Clock => ({ now: () => at, sqlNow: () => at, elapsedMs: () => at.getTime() })

export async function databaseTime(queryable: Queryable, clock: Clock): Promise<Date> {
  const fixed = clock.sqlNow()
  if (fixed) return fixed
  const [row] = await queryable.query<{ at: Date }>('select clock_timestamp() as at')
  return (row as { at: Date }).at
}
