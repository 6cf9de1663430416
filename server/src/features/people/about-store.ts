import { isSuspendedExpression } from '#features/suspension'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'
import type { StoredLink } from './tables.ts'

const a = columns('abouts', 'a')

export interface StoredAbout {
  bio: string
  links: readonly StoredLink[]
}

const FIND_ABOUTS = sql`select ${a('userId', 'bio', 'links')} from abouts a where a.user_id = any($1::uuid[])`

/** Returns what these people say of themselves, also while they are suspended. */
export async function findAbouts(db: Queryable, ids: readonly string[]): Promise<Map<string, StoredAbout>> {
  return new Map((await db.query(FIND_ABOUTS, [ids])).map(({ userId, ...about }) => [userId, about]))
}

const FIND_SHOWN = sql`
  select ${a('bio', 'links')} from abouts a where a.user_id = $1 and not ${isSuspendedExpression('a.user_id')}`

/** Returns undefined for people who said nothing, and for suspended ones. */
export async function findShownAbout(db: Queryable, id: string): Promise<StoredAbout | undefined> {
  return (await db.query(FIND_SHOWN, [id]))[0]
}

const UPSERT_ABOUT = sql`
  insert into abouts (user_id, bio, links)
  select id, $2, $3::jsonb from user_profiles where id = $1 and deleted_at is null for share
  on conflict (user_id) do update set bio = excluded.bio, links = excluded.links`

/** Does nothing for a deleted account. */
export async function upsertAbout(db: Queryable, userId: string, { bio, links }: StoredAbout): Promise<void> {
  await db.query(UPSERT_ABOUT, [userId, bio, JSON.stringify(links)])
}
