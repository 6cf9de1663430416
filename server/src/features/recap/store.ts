import { findBlockedAmong } from '#features/follows'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')
const n = columns('notifications', 'n')

const FIND_JOINED = sql`select ${u('id', 'createdAt')} from user_profiles u where u.id = any($1::uuid[])`

/** Returns when each of them joined. Unknown users are left out. */
export async function findJoinedAt(db: Queryable, userIds: readonly string[]): Promise<Map<string, Date>> {
  return new Map((await db.query(FIND_JOINED, [userIds])).map(({ id, createdAt }) => [id, createdAt]))
}

const FIND_NAME = sql`select ${u('username')} from user_profiles u where u.id = $1 and u.deleted_at is null`

/** Returns the name, or undefined for deleted accounts and for people the user blocked. */
export async function findName(
  db: Queryable,
  { userId, otherId }: { userId: string; otherId: string },
): Promise<string | undefined> {
  if ((await findBlockedAmong(db, userId, [otherId])).has(otherId)) return undefined
  return (await db.query(FIND_NAME, [otherId]))[0]?.username
}

const FIND_TOLD = sql`
  select ${n('userId')} from notifications n
  join unnest($1::uuid[], $2::text[]) as asked (user_id, key) on n.user_id = asked.user_id and n.key = asked.key`

/** Returns the users in the list who have the notification with their key. */
export async function findTold(db: Queryable, asked: readonly { userId: string; key: string }[]): Promise<Set<string>> {
  const rows = await db.query(FIND_TOLD, [asked.map(({ userId }) => userId), asked.map(({ key }) => key)])
  return new Set(rows.map(({ userId }) => userId))
}
