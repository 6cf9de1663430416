import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import { OTHER_PERSON, type OtherRow, presentOther } from './other-person.ts'

const b = columns('blocks', 'b')

const LOCK_PAIR = sql`select pg_advisory_xact_lock(hashtextextended($1, 0))`

/** Serialises the transactions that change the relation of two people. */
export async function lockPair(tx: Tx, a: string, b: string): Promise<void> {
  await tx.query(LOCK_PAIR, [ADVISORY_LOCKS.pairs + [a, b].sort().join('/')])
}

const INSERT_BLOCK = sql`
  insert into blocks (blocker_id, blocked_id, blocked_at)
  select $1::uuid, $2::uuid, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share on conflict do nothing`

export interface Block {
  blockerId: string
  blockedId: string
}

/** Stores a block, unless it exists or the blocker's account was deleted. */
export async function insertBlock(tx: Tx, { blockerId, blockedId }: Block, now: Date | null): Promise<void> {
  await tx.query(INSERT_BLOCK, [blockerId, blockedId, now])
}

const DELETE_BLOCK = sql`delete from blocks where blocker_id = $1 and blocked_id = $2`

export async function deleteBlock(db: Queryable, { blockerId, blockedId }: Block): Promise<void> {
  await db.query(DELETE_BLOCK, [blockerId, blockedId])
}

const COUNT_BLOCKS = sql`
  select count(*) as ${out('count', 'bigint')} from blocks b join user_profiles u on u.id = b.blocked_id
  where b.blocker_id = $1 and b.blocked_id <> $2 and u.deleted_at is null`

export async function countOtherBlocks(db: Queryable, { blockerId, blockedId }: Block): Promise<number> {
  return (await db.query(COUNT_BLOCKS, [blockerId, blockedId]))[0]?.count ?? 0
}

const FIND_BLOCK_BETWEEN = sql`
  select exists (select 1 from blocks where blocker_id = $1 and blocked_id = $2) as ${out('isMine', 'boolean')},
         are_blocked($1, $2) as ${out('isBlocked', 'boolean')}`

/** Returns whether either blocked the other, and whether the first did. */
export async function findBlockBetween(
  db: Queryable,
  userId: string,
  otherId: string,
): Promise<RowOf<typeof FIND_BLOCK_BETWEEN>> {
  const [row] = await db.query(FIND_BLOCK_BETWEEN, [userId, otherId])
  return row ?? { isMine: false, isBlocked: false }
}

const FIND_BLOCKED_AMONG = sql`
  select ${b('blockedId')} from blocks b where b.blocker_id = $1 and b.blocked_id = any($2::uuid[])`

/** Returns the people in the list whom the user blocked. */
export async function findBlockedAmong(db: Queryable, userId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.query(FIND_BLOCKED_AMONG, [userId, ids])).map(({ blockedId }) => blockedId))
}

const FIND_BLOCKED = sql`
  select ${b('position')}, ${OTHER_PERSON}
  from blocks b join user_profiles u on u.id = b.blocked_id join streaks l on l.user_id = u.id
  where b.blocker_id = $1 and u.deleted_at is null and b.position < coalesce($2::bigint, 9007199254740991)
  order by b.position desc limit $3`

/** Returns the newest blocks before a position, newest first. */
export async function findBlocked(
  db: Queryable,
  { userId, before, limit }: { userId: string; before: number | null; limit: number },
  at: Date,
): Promise<OtherRow[]> {
  return (await db.query(FIND_BLOCKED, [userId, before, limit])).map((row) => presentOther(row, at))
}
