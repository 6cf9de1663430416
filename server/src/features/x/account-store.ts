import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'

/** Locks the X account until the transaction ends, even if it signs in to nothing yet. */
export async function findXUser(tx: Tx, xId: string): Promise<string | undefined> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [ADVISORY_LOCKS.xAccounts + xId])
  const [row] = await tx.query<{ userId: string }>('select user_id as "userId" from x_accounts where x_id = $1', [xId])
  return row?.userId
}

export async function findXAccount(
  db: Queryable,
  userId: string,
): Promise<{ xId: string; handle: string; linkedAt: Date } | undefined> {
  const [row] = await db.query<{ xId: string; handle: string; linkedAt: Date }>(
    'select x_id as "xId", handle, linked_at as "linkedAt" from x_accounts where user_id = $1',
    [userId],
  )
  return row
}

export async function insertXAccount(
  db: Queryable,
  account: { xId: string; userId: string; handle: string; now: Date | null },
): Promise<void> {
  await db.query(
    `insert into x_accounts (x_id, user_id, handle, linked_at)
     values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`,
    [account.xId, account.userId, account.handle, account.now],
  )
}

export async function updateXHandle(db: Queryable, xId: string, handle: string): Promise<void> {
  await db.query('update x_accounts set handle = $2 where x_id = $1', [xId, handle])
}

export async function deleteXAccount(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from x_accounts where user_id = $1', [userId])
}
