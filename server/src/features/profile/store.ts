import type { Queryable, Tx } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const users = columns('users')

const INSERT_USER = sql`
  insert into users (id, username, first_name, is_demo, created_at)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()))
  on conflict (username) do nothing returning ${users('id')}`

/** Inserts a user. Returns false if the name is taken. */
export async function insertUser(
  db: Queryable,
  user: { id: string; username: string; firstName: string | null; isDemo: boolean; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(INSERT_USER, [user.id, user.username, user.firstName, user.isDemo, user.now])
  return rows.length === 1
}

const FIND_USERNAME = sql`select ${users('id')} from users where username = $1`

export async function findUsername(db: Queryable, username: string): Promise<{ id: string } | undefined> {
  const [row] = await db.query(FIND_USERNAME, [username])
  return row
}

const FIND_CURRENT_USERNAME = sql`select ${users('username')} from users where id = $1 and deleted_at is null`

/** Returns the name, or undefined if the account is gone. */
export async function findCurrentUsername(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query(FIND_CURRENT_USERNAME, [id])
  return row?.username
}

/** Includes deleted accounts, by their placeholder. */
const FIND_USERNAMES = sql`select ${users('id', 'username')} from users where id = any($1::uuid[])`

export async function findUsernames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query(FIND_USERNAMES, [[...new Set(ids)]])
  return new Map(rows.map(({ id, username }) => [id, username]))
}

const UPDATE_USERNAME = sql`update users set username = $2 where id = $1 and deleted_at is null`

export async function updateUsername(db: Queryable, id: string, username: string): Promise<void> {
  await db.query(UPDATE_USERNAME, [id, username])
}

const UPDATE_FIRST_NAME = sql`update users set first_name = $2 where id = $1 and deleted_at is null`

export async function updateFirstName(db: Queryable, id: string, firstName: string | null): Promise<void> {
  await db.query(UPDATE_FIRST_NAME, [id, firstName])
}

const FIND_ADMIN_IDS = sql`select ${users('id')} from users where is_admin order by id`

export async function findAdminIds(db: Queryable): Promise<string[]> {
  return (await db.query(FIND_ADMIN_IDS)).map(({ id }) => id)
}

const UPDATE_IS_ADMIN = sql`update users set is_admin = $2 where id = $1`

export async function updateIsAdmin(db: Queryable, id: string, isAdmin: boolean): Promise<void> {
  await db.query(UPDATE_IS_ADMIN, [id, isAdmin])
}

const HAS_DEMO_USERS = sql`select 1 from users where is_demo limit 1`

export async function hasDemoUsers(db: Queryable): Promise<boolean> {
  return (await db.query(HAS_DEMO_USERS)).length > 0
}

const LOCK_PERSON = sql`
  select ${users('username', 'profileImageUrl')} from users where id = $1 and deleted_at is null for no key update`

/**
 * Locks a person until the transaction ends: challenges, wallet changes, sign-ins, new images and claims wait. Returns
 * the person, or undefined if the account is gone. Battle locks are taken before it, wallet and ledger locks after it.
 */
export async function lockPerson(tx: Tx, userId: string) {
  const [person] = await tx.query(LOCK_PERSON, [userId])
  return person
}

const ERASE_PERSON = sql`
  update users set username = $2, first_name = null, profile_image_url = null, is_admin = false,
  deleted_at = coalesce($3::timestamptz, clock_timestamp()) where id = $1`

export async function erasePerson(
  tx: Tx,
  { userId, username, now }: { userId: string; username: string; now: Date | null },
): Promise<void> {
  await tx.query(ERASE_PERSON, [userId, username, now])
}

const UPDATE_PROFILE_IMAGE = sql`update users set profile_image_url = $2 where id = $1 and deleted_at is null`

export async function updateProfileImage(db: Queryable, userId: string, url: string | null): Promise<void> {
  await db.query(UPDATE_PROFILE_IMAGE, [userId, url])
}

const PERSON_EXISTS = sql`select 1 from users where id = $1 and deleted_at is null`

/** Returns whether the account exists and is not deleted. */
export async function personExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(PERSON_EXISTS, [id])).length > 0
}
