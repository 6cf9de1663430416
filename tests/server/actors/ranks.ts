import { randomUUID } from 'node:crypto'
import { openUserAccounts } from '../../../server/src/features/ledger/index.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'

/** Creates empty accounts. Returns their ids in the order of joining. */
export async function people(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) {
    await db.tx(async (tx) => {
      await tx.query(`insert into users (id, username, created_at) values ($1, $2, clock_timestamp())`, [
        id,
        `p_${id.slice(0, 8)}`,
      ])
      await tx.query(`insert into learners (user_id, time_zone) values ($1, 'UTC')`, [id])
      await openUserAccounts(tx, id)
    })
  }
  return ids
}
