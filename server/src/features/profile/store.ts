import { AppError } from '#platform/app-error'
import type { Queryable, Tx } from '#platform/db/db'

/** Returns false if the name is taken. */
export async function insertUser(
  db: Queryable,
  user: { id: string; username: string; firstName: string | null; isDemo: boolean; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(
    `insert into users (id, username, first_name, is_demo, created_at)
     values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()))
     on conflict (username) do nothing returning id`,
    [user.id, user.username, user.firstName, user.isDemo, user.now],
  )
  return rows.length === 1
}

export async function findUsername(db: Queryable, username: string): Promise<{ id: string } | undefined> {
  const [row] = await db.query<{ id: string }>('select id from users where username = $1', [username])
  return row
}

export async function findUsernames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; username: string }>(
    'select id, username from users where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Returns whether there is such an account, and it is not deleted. */
export async function personExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select 1 from users where id = $1 and deleted_at is null', [id])).length > 0
}

export async function updateUsername(db: Queryable, id: string, username: string): Promise<void> {
  await db.query('update users set username = $2 where id = $1 and deleted_at is null', [id, username])
}

export async function updateFirstName(db: Queryable, id: string, firstName: string | null): Promise<void> {
  await db.query('update users set first_name = $2 where id = $1 and deleted_at is null', [id, firstName])
}

export async function findAdminIds(db: Queryable): Promise<string[]> {
  return (await db.query<{ id: string }>('select id from users where is_admin order by id')).map(({ id }) => id)
}

export async function updateIsAdmin(db: Queryable, id: string, isAdmin: boolean): Promise<void> {
  await db.query('update users set is_admin = $2 where id = $1', [id, isAdmin])
}

export async function hasDemoUsers(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from users where is_demo limit 1')).length > 0
}

/**
 * Until the transaction ends: challenges, wallet changes, sign-ins and claims wait. Returns the username; undefined if
 * the account is gone. Battle locks are taken before it, wallet and ledger locks after it.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ username: string }>(
    'select username from users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  return row?.username
}

export async function erasePerson(
  tx: Tx,
  { userId, username, now }: { userId: string; username: string; now: Date | null },
): Promise<void> {
  await tx.query(
    `update users set username = $2, first_name = null, profile_image_url = null, is_admin = false,
                      deleted_at = coalesce($3::timestamptz, clock_timestamp()) where id = $1`,
    [userId, username, now],
  )
}

export async function updateProfileImage(db: Queryable, userId: string, url: string | null): Promise<void> {
  await db.query('update users set profile_image_url = $2 where id = $1 and deleted_at is null', [userId, url])
}

/** Locks the person's row until the transaction ends. Throws UNAUTHORIZED when they are gone. */
export async function lockProfileImage(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.query<{ url: string | null }>(
    'select profile_image_url as url from users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (!row) throw new AppError('UNAUTHORIZED')
  return row.url
}
