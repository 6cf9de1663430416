import type { Queryable } from './db/db.ts'

/** Statements take `sqlNow()`: null means the database's clock, on which servers agree; tests pass their own. */
export interface Clock {
  now(): Date
  sqlNow(): Date | null
  /** Milliseconds since an arbitrary moment, for durations: unaffected by changes of the machine's clock. */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => new Date(), sqlNow: () => null, elapsedMs: () => performance.now() }

/** Returns a clock that stands still at this time. */
export const clockAt = (at: Date): Clock => ({ now: () => at, sqlNow: () => at, elapsedMs: () => at.getTime() })

export async function databaseTime(queryable: Queryable, clock: Clock): Promise<Date> {
  const fixed = clock.sqlNow()
  if (fixed) return fixed
  const [row] = await queryable.query<{ at: Date }>('select clock_timestamp() as at')
  return (row as { at: Date }).at
}
