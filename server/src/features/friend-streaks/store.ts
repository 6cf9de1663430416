import { streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const s = columns('friend_streaks', 's')
const u = columns('user_profiles', 'u')

export interface Pair {
  userId: string
  otherId: string
}

const idsOf = ({ userId, otherId }: Pair): string[] => [userId, otherId].sort()

const FIND_FRIEND_STREAK = sql`
  select ${s('askedBy', 'startDay')} from friend_streaks s where s.first_id = $1 and s.second_id = $2`

/** Returns the streak. The caller holds the pair's lock. */
export async function findFriendStreak(tx: Tx, pair: Pair): Promise<RowOf<typeof FIND_FRIEND_STREAK> | undefined> {
  return (await tx.query(FIND_FRIEND_STREAK, idsOf(pair)))[0]
}

const COUNT_KEPT = sql`
  select count(*) as ${out('count', 'bigint')} from friend_streaks s
  where $1 in (s.first_id, s.second_id) and $2 not in (s.first_id, s.second_id)
    and (s.start_day is not null or s.asked_by = $1)`

/** Returns the number of streaks and requests that a person has with others than this one. */
export async function countOtherStreaks(tx: Tx, { userId, otherId }: Pair): Promise<number> {
  return (await tx.query(COUNT_KEPT, [userId, otherId]))[0]?.count ?? 0
}

const INSERT_FRIEND_STREAK = sql`
  insert into friend_streaks (first_id, second_id, asked_by, asked_at) values ($1, $2, $3, $4)`

export async function insertFriendStreak(tx: Tx, pair: Pair, at: Date): Promise<void> {
  await tx.query(INSERT_FRIEND_STREAK, [...idsOf(pair), pair.userId, at])
}

const UPDATE_STARTED = sql`update friend_streaks set start_day = $3 where first_id = $1 and second_id = $2`

export async function updateStarted(tx: Tx, pair: Pair, startDay: string): Promise<void> {
  await tx.query(UPDATE_STARTED, [...idsOf(pair), startDay])
}

const DELETE_FRIEND_STREAK = sql`delete from friend_streaks where first_id = $1 and second_id = $2`

export async function deleteFriendStreak(db: Queryable, pair: Pair): Promise<void> {
  await db.query(DELETE_FRIEND_STREAK, idsOf(pair))
}

const FIND_FRIEND_STREAKS = sql`
  select ${s('askedBy', 'startDay')}, ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')},
         exists (select 1 from hidden_followers h where h.user_id in (s.first_id, s.second_id))
           as ${out('isHidden', 'boolean')}
  from friend_streaks s
  join user_profiles u on u.id = case when s.first_id = $1 then s.second_id else s.first_id end
  join streaks l on l.user_id = u.id
  where $1 in (s.first_id, s.second_id) order by s.asked_at, u.id`

/** Returns streaks with the other person. Hidden from others while one of the two hides their followers. */
export const findFriendStreaks = (db: Queryable, userId: string) => db.query(FIND_FRIEND_STREAKS, [userId])
