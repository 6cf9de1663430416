import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const c = columns('calendar_addresses', 'c')

const FIND_TOKEN = sql`select ${c('token')} from calendar_addresses c where c.user_id = $1`

export async function findToken(db: Queryable, userId: string): Promise<string | null> {
  return (await db.query(FIND_TOKEN, [userId]))[0]?.token ?? null
}

const UPSERT_TOKEN = sql`
  insert into calendar_addresses as c (user_id, token, created_at)
  select id, $2, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share
  on conflict (user_id) do update set token = excluded.token, created_at = excluded.created_at
  returning ${c('token')}`

/** Replaces the user's token. Returns null if the account was deleted. */
export async function replaceToken(
  db: Queryable,
  { userId, token, now }: { userId: string; token: string; now: Date | null },
): Promise<string | null> {
  return (await db.query(UPSERT_TOKEN, [userId, token, now]))[0]?.token ?? null
}

const DELETE_TOKEN = sql`delete from calendar_addresses where user_id = $1`

export async function deleteToken(db: Queryable, userId: string): Promise<void> {
  await db.query(DELETE_TOKEN, [userId])
}

const FIND_OWNER = sql`select ${c('userId')} from calendar_addresses c where c.token = $1`

export async function findOwner(db: Queryable, token: string): Promise<string | undefined> {
  return (await db.query(FIND_OWNER, [token]))[0]?.userId
}
