import { FOLLOW_RULES } from '@aura/api/rules/follows'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import { isMutedExpression } from './mute-store.ts'
import { OTHER_PERSON, type OtherRow, presentOther } from './other-person.ts'

const f = columns('follows', 'f')
const follows = columns('follows')

export interface Follow {
  followerId: string
  followedId: string
}

const INSERT_FOLLOW = sql`
  insert into follows (follower_id, followed_id, followed_at)
  values ($1, $2, coalesce($3::timestamptz, clock_timestamp())) on conflict do nothing
  returning ${follows('followerId')}`

/** Stores a follow. Returns whether it is new. */
export async function insertFollow(tx: Tx, { followerId, followedId }: Follow, now: Date | null): Promise<boolean> {
  return (await tx.query(INSERT_FOLLOW, [followerId, followedId, now])).length === 1
}

const DELETE_FOLLOW = sql`delete from follows where follower_id = $1 and followed_id = $2`

export async function deleteFollow(db: Queryable, { followerId, followedId }: Follow): Promise<void> {
  await db.query(DELETE_FOLLOW, [followerId, followedId])
}

const COUNT_OTHERS = sql`
  select count(*) as ${out('count', 'bigint')} from follows where follower_id = $1 and followed_id <> $2`

export async function countOtherFollows(db: Queryable, { followerId, followedId }: Follow): Promise<number> {
  return (await db.query(COUNT_OTHERS, [followerId, followedId]))[0]?.count ?? 0
}

const FIND_FOLLOWS_BETWEEN = sql`
  select exists (select 1 from follows where follower_id = $1 and followed_id = $2) as ${out('isFollowed', 'boolean')},
         exists (select 1 from follows where follower_id = $2 and followed_id = $1) as ${out('followsMe', 'boolean')}`

/** Returns whether the first follows the second, and the second the first. */
export async function findFollowsBetween(
  db: Queryable,
  userId: string,
  otherId: string,
): Promise<RowOf<typeof FIND_FOLLOWS_BETWEEN>> {
  const [row] = await db.query(FIND_FOLLOWS_BETWEEN, [userId, otherId])
  return row ?? { isFollowed: false, followsMe: false }
}

const FIND_FOLLOWED_IDS = sql`select ${f('followedId')} from follows f where f.follower_id = $1 order by f.position desc`

export async function findFollowedIds(db: Queryable, userId: string): Promise<string[]> {
  return (await db.query(FIND_FOLLOWED_IDS, [userId])).map(({ followedId }) => followedId)
}

const FIND_UNMUTED_FOLLOWED_IDS = sql`
  select ${f('followedId')} from follows f where f.follower_id = $1 and not ${isMutedExpression('$1', 'f.followed_id')}`

/** Returns the people a user follows and hasn't muted. */
export async function findUnmutedFollowedIds(db: Queryable, userId: string): Promise<string[]> {
  return (await db.query(FIND_UNMUTED_FOLLOWED_IDS, [userId])).map(({ followedId }) => followedId)
}

const COUNT_FOLLOWS = sql`
  select (select count(*) from (select 1 from follows where followed_id = $1 limit ${FOLLOW_RULES.counted}) few)
           as ${out('followers', 'bigint')},
         (select count(*) from follows where follower_id = $1) as ${out('following', 'bigint')},
         exists (select 1 from hidden_followers where user_id = $1) as ${out('areFollowersHidden', 'boolean')}`

/** Counts followers up to `FOLLOW_RULES.counted`. */
export async function countFollows(db: Queryable, userId: string): Promise<RowOf<typeof COUNT_FOLLOWS>> {
  const [row] = await db.query(COUNT_FOLLOWS, [userId])
  return row ?? { followers: 0, following: 0, areFollowersHidden: false }
}

/** SQL condition: viewer `$4` may see that one follows the other. People who hide followers do so in every list. */
const VISIBLE = `($4::uuid in (f.follower_id, f.followed_id)
  or not exists (select 1 from hidden_followers h where h.user_id = f.followed_id))`

const listOf = (mine: string, other: string) => sql`
  select ${f('position')}, ${OTHER_PERSON}
  from follows f join user_profiles u on u.id = f.${other} join streaks l on l.user_id = u.id
  where f.${mine} = $1 and f.position < coalesce($2::bigint, 9007199254740991) and ${VISIBLE}
  order by f.position desc limit $3`
const LISTS = { followers: listOf('followed_id', 'follower_id'), following: listOf('follower_id', 'followed_id') }
export type FollowList = keyof typeof LISTS

interface FollowPage {
  list: FollowList
  userId: string
  /** The viewer; null for visitors. */
  viewerId: string | null
  before: number | null
  limit: number
}

/** Returns the newest follows before a position that the viewer may see, newest first. */
export async function findFollows(
  db: Queryable,
  { list, userId, viewerId, before, limit }: FollowPage,
  at: Date,
): Promise<OtherRow[]> {
  return (await db.query(LISTS[list], [userId, before, limit, viewerId])).map((row) => presentOther(row, at))
}

const INSERT_HIDDEN = sql`
  insert into hidden_followers (user_id) select id from user_profiles where id = $1 and deleted_at is null for share
  on conflict do nothing`
const DELETE_HIDDEN = sql`delete from hidden_followers where user_id = $1`

export async function setHidden(db: Queryable, userId: string, isHidden: boolean): Promise<void> {
  await (isHidden ? db.query(INSERT_HIDDEN, [userId]) : db.query(DELETE_HIDDEN, [userId]))
}
