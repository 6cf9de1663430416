import type { AuditRun } from '#platform/audit/audit-run'
import type { Queryable } from '#platform/db/db'
import { findEventRange } from './audit-store.ts'

export interface EventRange {
  after: number
  upTo: number
}

/** An id before every event's. */
export const NO_EVENT = Number.MIN_SAFE_INTEGER

/** Gives an audit the events after an id in ranges, each on its own snapshot. Returns the last id. */
export async function readEventRanges(
  run: AuditRun,
  check: (snapshot: Queryable, range: EventRange) => Promise<void>,
  from = NO_EVENT,
): Promise<number> {
  for (let after = from; ; ) {
    const { rows } = run
    const last = await run.read(async (snapshot) => {
      const upTo = await findEventRange(snapshot, after, rows)
      if (upTo !== null) await check(snapshot, { after, upTo })
      return upTo
    })
    if (last === null) return after
    after = last
    run.progress('chain events')
  }
}
