import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')
const m = columns('comment_mutes')

export interface Mute {
  battleId: string
  userId: string
  byId: string
}

const INSERT_MUTE = sql`
  insert into comment_mutes (battle_id, user_id, muted_by, muted_at)
  select $1::uuid, id, $3::uuid, coalesce($4::timestamptz, clock_timestamp()) from user_profiles
  where id = $2 and deleted_at is null for share on conflict do nothing returning ${m('userId')}`

/** Returns false if the person is muted already, or their account was deleted. */
export async function insertMute(db: Queryable, { battleId, userId, byId }: Mute, now: Date | null): Promise<boolean> {
  return (await db.query(INSERT_MUTE, [battleId, userId, byId, now])).length > 0
}

const DELETE_MUTE = sql`delete from comment_mutes where battle_id = $1 and user_id = $2 returning ${m('userId')}`

/** Returns false if the person wasn't muted. */
export async function deleteMute(db: Queryable, { battleId, userId }: Omit<Mute, 'byId'>): Promise<boolean> {
  return (await db.query(DELETE_MUTE, [battleId, userId])).length > 0
}

const FIND_MUTED = sql`
  select ${u('id', 'username')} from comment_mutes m join user_profiles u on u.id = m.user_id
  where m.battle_id = $1 and u.deleted_at is null order by m.muted_at desc, m.user_id`

/** Returns the people muted in a battle, latest first. */
export const findMuted = (db: Queryable, battleId: string): Promise<RowOf<typeof FIND_MUTED>[]> =>
  db.query(FIND_MUTED, [battleId])

const COUNT_MUTED = sql`select count(*) as ${out('muted', 'bigint')} from comment_mutes where battle_id = $1`

export async function countMuted(db: Queryable, battleId: string): Promise<number> {
  return (await db.query(COUNT_MUTED, [battleId]))[0]?.muted ?? 0
}

const MUTED_VERSION = sql`
  select md5(string_agg(user_id::text, ' ' order by user_id)) as ${out('version', 'text?')}
  from comment_mutes where battle_id = $1`

/** Returns a value that changes with the set of people muted in a battle; null if none are. */
export async function mutedVersion(db: Queryable, battleId: string): Promise<string | null> {
  return (await db.query(MUTED_VERSION, [battleId]))[0]?.version ?? null
}
