import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, sql } from '#platform/db/sql'

const xAccounts = columns('x_accounts')

const LOCK_X_ID = sql`select pg_advisory_xact_lock(hashtextextended($1, 0))`

const FIND_X_USER = sql`select ${xAccounts('userId')} from x_accounts where x_id = $1`

/** Locks the X account until the transaction ends, even if it belongs to no user yet. */
export async function findXUser(tx: Tx, xId: string): Promise<string | undefined> {
  await tx.query(LOCK_X_ID, [ADVISORY_LOCKS.xAccounts + xId])
  const [row] = await tx.query(FIND_X_USER, [xId])
  return row?.userId
}

const FIND_X_ACCOUNT = sql`select ${xAccounts('xId', 'handle', 'linkedAt')} from x_accounts where user_id = $1`

export async function findXAccount(
  db: Queryable,
  userId: string,
): Promise<{ xId: string; handle: string; linkedAt: Date } | undefined> {
  const [row] = await db.query(FIND_X_ACCOUNT, [userId])
  return row
}

const INSERT_X_ACCOUNT = sql`
  insert into x_accounts (x_id, user_id, handle, linked_at)
  values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`

export async function insertXAccount(
  db: Queryable,
  account: { xId: string; userId: string; handle: string; now: Date | null },
): Promise<void> {
  await db.query(INSERT_X_ACCOUNT, [account.xId, account.userId, account.handle, account.now])
}

const UPDATE_X_HANDLE = sql`update x_accounts set handle = $2 where x_id = $1`

export async function updateXHandle(db: Queryable, xId: string, handle: string): Promise<void> {
  await db.query(UPDATE_X_HANDLE, [xId, handle])
}

const DELETE_X_ACCOUNT = sql`delete from x_accounts where user_id = $1`

export async function deleteXAccount(db: Queryable, userId: string): Promise<void> {
  await db.query(DELETE_X_ACCOUNT, [userId])
}
