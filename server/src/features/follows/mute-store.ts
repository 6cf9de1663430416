import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { OTHER_PERSON, type OtherRow, presentOther } from './other-person.ts'

const m = columns('mutes', 'm')

export interface Mute {
  muterId: string
  mutedId: string
}

const INSERT_MUTE = sql`
  insert into mutes (muter_id, muted_id, muted_at)
  values ($1, $2, coalesce($3::timestamptz, clock_timestamp())) on conflict do nothing`

export async function insertMute(tx: Tx, { muterId, mutedId }: Mute, now: Date | null): Promise<void> {
  await tx.query(INSERT_MUTE, [muterId, mutedId, now])
}

const DELETE_MUTE = sql`delete from mutes where muter_id = $1 and muted_id = $2`

export async function deleteMute(db: Queryable, { muterId, mutedId }: Mute): Promise<void> {
  await db.query(DELETE_MUTE, [muterId, mutedId])
}

const COUNT_OTHER_MUTES = sql`
  select count(*) as ${out('count', 'bigint')} from mutes m join user_profiles u on u.id = m.muted_id
  where m.muter_id = $1 and m.muted_id <> $2 and u.deleted_at is null`

export async function countOtherMutes(db: Queryable, { muterId, mutedId }: Mute): Promise<number> {
  return (await db.query(COUNT_OTHER_MUTES, [muterId, mutedId]))[0]?.count ?? 0
}

/** Returns SQL for whether one muted the other; both are SQL expressions. */
export const isMutedExpression = (muterId: string, mutedId: string): string =>
  `exists (select 1 from mutes m where m.muter_id = ${muterId} and m.muted_id = ${mutedId})`

const IS_MUTED = sql`select 1 from mutes where muter_id = $1 and muted_id = $2`

export async function isMuted(db: Queryable, { muterId, mutedId }: Mute): Promise<boolean> {
  return (await db.query(IS_MUTED, [muterId, mutedId])).length > 0
}

const FIND_MUTED = sql`
  select ${m('position')}, ${OTHER_PERSON}
  from mutes m join user_profiles u on u.id = m.muted_id join streaks l on l.user_id = u.id
  where m.muter_id = $1 and u.deleted_at is null and m.position < coalesce($2::bigint, 9007199254740991)
  order by m.position desc limit $3`

/** Returns the newest mutes before a position, newest first. */
export async function findMuted(
  db: Queryable,
  { userId, before, limit }: { userId: string; before: number | null; limit: number },
  at: Date,
): Promise<OtherRow[]> {
  return (await db.query(FIND_MUTED, [userId, before, limit])).map((row) => presentOther(row, at))
}
