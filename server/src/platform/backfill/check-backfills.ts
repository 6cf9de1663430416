import type { Queryable } from '../db/db.ts'
import { type Finding, ok, warning } from '../doctor/check.ts'
import type { Backfill } from './backfill.ts'
import { findBackfills } from './store.ts'

/** For the doctor: a later version may refuse to start before they are complete. */
export async function checkBackfills(db: Queryable, backfills: readonly Backfill[]): Promise<Finding[]> {
  const found = new Map(
    (
      await findBackfills(
        db,
        backfills.map(({ name }) => name),
      )
    ).map((row) => [row.name, row]),
  )
  const open = backfills.flatMap(({ name }) => {
    const row = found.get(name)
    if (row?.completedAt) return []
    const far = row ? `${row.filled} rows filled, in pass ${row.passes + 1}` : 'not begun'
    return [
      warning(
        `The backfill ${name} is not complete: ${far}. Keep a server of this version running before you upgrade.`,
      ),
    ]
  })
  return open.length > 0 ? open : [ok('All backfills are complete')]
}
