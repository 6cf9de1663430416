import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'

const a = columns('relation_appeals', 'a')
const own = columns('relation_appeals', 'a?')
const u = columns('user_profiles', 'u')
const o = columns('user_profiles', 'o')
const p = columns('related_pairs', 'p')

const FIND_OWN = sql`
  select ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}, ${own('text', 'appealedAt', 'answer')}
  from related_pairs p
  join user_profiles u on u.id = case when p.a_id = $1 then p.b_id else p.a_id end
  join streaks l on l.user_id = u.id
  left join relation_appeals a on a.user_id = $1 and a.other_id = u.id
  where (p.a_id = $1 or p.b_id = $1) and p.is_related and u.deleted_at is null
  order by u.username`

/** Returns the accounts related to a person's, without deleted ones, with their appeals. */
export async function findOwnRelations(db: Queryable, userId: string, at: Date) {
  const rows = await db.query(FIND_OWN, [userId])
  return rows.map(({ text, appealedAt, answer, ...row }) => ({
    person: {
      id: row.id,
      username: row.username,
      profileImageUrl: row.profileImageUrl,
      currentStreak: readStreak(row, at),
    },
    appeal: text === null || appealedAt === null ? null : { text, at: appealedAt.toISOString(), answer },
  }))
}

const INSERT = sql`
  insert into relation_appeals (user_id, other_id, text, appealed_at)
  values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp())) on conflict do nothing
  returning ${columns('relation_appeals')('userId')}`

/** Stores an appeal. Returns false if the person appealed before. */
export async function insertAppeal(
  tx: Tx,
  { userId, otherId, text }: { userId: string; otherId: string; text: string },
  now: Date | null,
): Promise<boolean> {
  return (await tx.query(INSERT, [userId, otherId, text, now])).length === 1
}

const ANSWER = sql`
  update relation_appeals a set answer = $3, answered_at = coalesce($4::timestamptz, clock_timestamp())
  where a.user_id in ($1, $2) and a.other_id in ($1, $2) and a.answered_at is null
  returning ${a('userId')}`

/** Answers the open appeals about two accounts. Returns who appealed. */
export const answerAppeals = async (
  tx: Tx,
  { userId, otherId, answer }: { userId: string; otherId: string; answer: string },
  now: Date | null,
): Promise<string[]> => (await tx.query(ANSWER, [userId, otherId, answer, now])).map((row) => row.userId)

const DELETE_OF_PAIRS = sql`
  delete from relation_appeals a using unnest($1::uuid[], $2::uuid[]) as pair (a_id, b_id)
  where a.user_id in (pair.a_id, pair.b_id) and a.other_id in (pair.a_id, pair.b_id)`

/** Deletes the appeals of pairs that new evidence relates again, so that both people may appeal again. */
export async function deleteAppealsOf(tx: Tx, pairs: readonly { aId: string; bId: string }[]): Promise<void> {
  if (pairs.length === 0) return
  await tx.query(DELETE_OF_PAIRS, [pairs.map(({ aId }) => aId), pairs.map(({ bId }) => bId)])
}

const FIND_WAITING = sql`
  select ${a('text', 'appealedAt')}, ${u('id', 'username', 'profileImageUrl')},
         ${o({ otherId: 'id' }, { otherName: 'username' }, { otherImage: 'profileImageUrl' })},
         ${p('score', 'reasons', 'isRelated', 'clearedReason')}
  from relation_appeals a
  join user_profiles u on u.id = a.user_id
  join user_profiles o on o.id = a.other_id
  join related_pairs p on p.a_id = least(a.user_id, a.other_id) and p.b_id = greatest(a.user_id, a.other_id)
  where a.answered_at is null order by a.appealed_at, a.user_id limit 50`

/** Returns the 50 open appeals that have waited longest, with the evidence; for admins only. */
export const findWaitingAppeals = (db: Queryable): Promise<RowOf<typeof FIND_WAITING>[]> => db.query(FIND_WAITING)
