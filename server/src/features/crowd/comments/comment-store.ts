import { CROWD_RULES } from '@aura/api/rules/crowd'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { type CommentedBattle, isParticipant } from './comment.rules.ts'

const c = columns('battle_comments', 'c')
const u = columns('user_profiles', 'u')
const comments = columns('battle_comments')

const FROM_SHOWN = `
  from battle_comments c join user_profiles u on u.id = c.author_id
  where c.battle_id = $1 and c.removed_at is null and not exists (
    select 1 from comment_mutes m where m.battle_id = c.battle_id and m.user_id = c.author_id)`
const SHOWN = fragment`
  select ${c('id', 'authorId', 'text', 'writtenAt')}, ${u('username', 'profileImageUrl')} ${FROM_SHOWN}`

const NEWEST = `order by c.written_at desc, c.id desc limit ${CROWD_RULES.commentsShown}`

const FIND_COMMENTS = sql`${SHOWN} ${NEWEST}`

export type CommentRow = RowOf<typeof FIND_COMMENTS>

/** Returns the newest visible comments, newest first. */
export const findComments = (db: Queryable, battleId: string): Promise<CommentRow[]> =>
  db.query(FIND_COMMENTS, [battleId])

const FIND_COMMENTS_FOR = sql`${SHOWN} and not are_blocked($2, c.author_id)
  and not exists (select 1 from mutes m where m.muter_id = $2 and m.muted_id = c.author_id) ${NEWEST}`

/** Returns `findComments` without those by people whom the viewer muted or blocked, or who blocked the viewer. */
export const findCommentsFor = (db: Queryable, battleId: string, viewerId: string): Promise<CommentRow[]> =>
  db.query(FIND_COMMENTS_FOR, [battleId, viewerId])

const HIDES_SOME = sql`
  select 1 from blocks where blocker_id = $2 union all select 1 from mutes where muter_id = $2
  union all select 1 from blocks b
    join (select c.author_id ${FROM_SHOWN} ${NEWEST}) shown on shown.author_id = b.blocker_id
    where b.blocked_id = $2 limit 1`

/**
 * Returns whether a viewer muted or blocked anyone, or an author of the newest comments blocked them. Other people who
 * blocked them don't count, so that a battle doesn't reveal a block by a person elsewhere.
 */
export const hidesSome = async (db: Queryable, battleId: string, viewerId: string): Promise<boolean> =>
  (await db.query(HIDES_SOME, [battleId, viewerId])).length > 0

const FIND_QUOTA = sql`
  select (select count(*) from battle_comments where battle_id = $1 and author_id = $2) as ${out('written', 'bigint')},
         (select max(written_at) from battle_comments where author_id = $2) as ${out('lastAt', 'timestamptz?')},
         exists (select 1 from comment_mutes where battle_id = $1 and user_id = $2) as ${out('isMuted', 'boolean')},
         exists (select 1 from blocks where blocker_id = $2 and blocked_id = any($3::uuid[]))
           as ${out('hasBlocked', 'boolean')},
         exists (select 1 from blocks where blocker_id = any($3::uuid[]) and blocked_id = $2)
           as ${out('isBlocked', 'boolean')}`

/** Returns the quota. Participants may comment on their own battle, whomever they or the other blocked. */
export async function findQuota(
  db: Queryable,
  battle: CommentedBattle & { id: string },
  userId: string,
): Promise<RowOf<typeof FIND_QUOTA>> {
  const others = isParticipant(battle, userId) ? [] : [battle.challengerId, battle.opponentId]
  const [row] = await db.query(FIND_QUOTA, [battle.id, userId, others])
  return row ?? { written: 0, lastAt: null, isMuted: false, hasBlocked: false, isBlocked: false }
}

const INSERT_COMMENT = sql`
  insert into battle_comments (id, battle_id, author_id, place, text, written_at)
  select $1::uuid, $2::uuid, id, $4::smallint, $5, coalesce($6::timestamptz, clock_timestamp()) from user_profiles
  where id = $3 and deleted_at is null for share
  on conflict (battle_id, author_id, place) do nothing
  returning ${comments('writtenAt')}`

export interface NewComment {
  id: string
  battleId: string
  authorId: string
  place: number
  text: string
}

/** Returns when it was written, or undefined if the author's place is taken or their account was deleted. */
export async function insertComment(
  db: Queryable,
  { id, battleId, authorId, place, text }: NewComment,
  now: Date | null,
): Promise<Date | undefined> {
  const [row] = await db.query(INSERT_COMMENT, [id, battleId, authorId, place, text, now])
  return row?.writtenAt
}
