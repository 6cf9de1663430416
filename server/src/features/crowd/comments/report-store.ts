import type { ReportReason } from '@aura/api/calls/crowd'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'

const c = columns('battle_comments', 'c')
const u = columns('user_profiles', 'u')
const comments = columns('battle_comments')

const FIND_COMMENT = sql`select ${c('authorId', 'battleId')} from battle_comments c where c.id = $1 and c.removed_at is null`

/** Returns undefined if it is gone, or an admin removed it. */
export async function findComment(db: Queryable, id: string): Promise<RowOf<typeof FIND_COMMENT> | undefined> {
  return (await db.query(FIND_COMMENT, [id]))[0]
}

const INSERT_REPORT = sql`
  insert into comment_reports (comment_id, reporter_id, reason, reported_at)
  select c.id, u.id, $3, coalesce($4::timestamptz, clock_timestamp()) from battle_comments c, user_profiles u
  where c.id = $1 and c.removed_at is null and u.id = $2 and u.deleted_at is null for share on conflict do nothing`

export async function insertReport(
  db: Queryable,
  { commentId, reporterId, reason }: { commentId: string; reporterId: string; reason: ReportReason },
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_REPORT, [commentId, reporterId, reason, now])
}

const FIND_REPORTED = sql`
  select ${c('id', 'battleId', 'authorId', 'text', 'writtenAt')}, ${u('username', 'profileImageUrl')},
         r.reports as ${out('reports', 'bigint')}, r.reasons as ${out('reasons', 'text[]', of<ReportReason[]>)}
  from (select comment_id, count(*) as reports, array_agg(distinct reason order by reason) as reasons,
               min(reported_at) as since
        from comment_reports where settled_at is null group by comment_id order by since, comment_id limit 50) r
  join battle_comments c on c.id = r.comment_id join user_profiles u on u.id = c.author_id
  order by r.since, c.id`

/** Returns the 50 comments with the oldest open reports. */
export const findWaiting = (db: Queryable): Promise<RowOf<typeof FIND_REPORTED>[]> => db.query(FIND_REPORTED)

const REMOVE_COMMENT = sql`
  update battle_comments set removed_at = coalesce($2::timestamptz, clock_timestamp())
  where id = $1 and removed_at is null returning ${comments('authorId', 'battleId')}`

/** Returns undefined if there is no such comment, or it was removed before. */
export async function removeComment(
  tx: Tx,
  id: string,
  now: Date | null,
): Promise<RowOf<typeof REMOVE_COMMENT> | undefined> {
  return (await tx.query(REMOVE_COMMENT, [id, now]))[0]
}

const reports = columns('comment_reports')
const SETTLE_REPORTS = sql`
  update comment_reports set settled_at = coalesce($2::timestamptz, clock_timestamp())
  where comment_id = $1 and settled_at is null returning ${reports('reporterId')}`

/** Settles reports. Returns their reporters. */
export async function settleReportsOf(tx: Tx, commentId: string, now: Date | null): Promise<string[]> {
  return (await tx.query(SETTLE_REPORTS, [commentId, now])).map(({ reporterId }) => reporterId)
}
