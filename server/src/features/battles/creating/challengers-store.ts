import type { Challengers } from '@aura/api/calls/battles/challenges'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const s = columns('challenge_settings', 's')

const FIND_CHALLENGERS = sql`select ${s('challengers')} from challenge_settings s where s.user_id = $1`

export async function findChallengers(db: Queryable, userId: string): Promise<Challengers> {
  return (await db.query(FIND_CHALLENGERS, [userId]))[0]?.challengers ?? 'everybody'
}

const UPSERT_CHALLENGERS = sql`
  insert into challenge_settings (user_id, challengers)
  select id, $2 from user_profiles where id = $1 and deleted_at is null for share
  on conflict (user_id) do update set challengers = excluded.challengers`
const DELETE_CHALLENGERS = sql`delete from challenge_settings where user_id = $1`

export async function setChallengers(db: Queryable, userId: string, challengers: Challengers): Promise<void> {
  await (challengers === 'everybody'
    ? db.query(DELETE_CHALLENGERS, [userId])
    : db.query(UPSERT_CHALLENGERS, [userId, challengers]))
}
