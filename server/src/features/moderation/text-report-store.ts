import type { ReportReason, TextKind } from '@aura/api/calls/moderation/reports'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'

const r = columns('text_reports', 'r')
const u = columns('user_profiles', 'u')
const c = columns('battle_comments', 'c?')
const reports = columns('text_reports')

export interface TextPeople {
  writerId: string
  /** Whom the text is about; null for nobody in particular. */
  aboutId: string | null
  /** A line as it is now, since its writer may change it. */
  line?: string
}

export interface TextReport {
  kind: TextKind
  id: string
  reporterId: string
  reason: ReportReason
}

const INSERT_REPORT = sql`
  insert into text_reports as r (kind, text_id, writer_id, about_id, reporter_id, reason, reported_at, line)
  values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, clock_timestamp()), $8)
  on conflict (text_id, reporter_id) do update set reason = excluded.reason, line = excluded.line
  where r.settled_at is null and r.line is distinct from excluded.line`

/**
 * Stores a report of a text, once a person. Replaces their open report of a line that was edited since. The
 * caller holds the reporter's lock.
 */
export async function insertReport(
  tx: Tx,
  { kind, id, reporterId, reason, writerId, aboutId, line }: TextReport & TextPeople,
  now: Date | null,
): Promise<void> {
  await tx.query(INSERT_REPORT, [kind, id, writerId, aboutId, reporterId, reason, now, line ?? null])
}

const FIND_WAITING = sql`
  select ${r('kind', 'textId', 'writerId', 'aboutId')}, ${u('username', 'profileImageUrl')}, ${c('battleId')},
         t.username as ${out('aboutName', 'text?')}, coalesce(c.text, w.text, p.line) as ${out('text', 'text')},
         coalesce(c.written_at, w.written_at, p.placed_at) as ${out('writtenAt', 'timestamptz')},
         r.reports as ${out('reports', 'bigint')}, r.reasons as ${out('reasons', 'text[]', of<ReportReason[]>)},
         coalesce(array_remove(r.lines, p.line), '{}') as ${out('reportedAs', 'text[]')}
  from (select kind, text_id, writer_id, about_id, count(*) as reports,
               array_agg(distinct reason order by reason) as reasons, min(reported_at) as since,
               array_agg(distinct line order by line) filter (where line is not null) as lines
        from text_reports where settled_at is null group by kind, text_id, writer_id, about_id) r
  left join battle_comments c on r.kind = 'comment' and c.id = r.text_id and c.removed_at is null
  left join vouch_words w on r.kind = 'words' and w.id = r.text_id
  left join places p on r.kind = 'line' and p.id = r.text_id and p.ended_at is null
  join user_profiles u on u.id = r.writer_id left join user_profiles t on t.id = r.about_id
  where coalesce(c.text, w.text, p.line) is not null order by r.since, r.text_id limit 50`

/** Returns the 50 texts with the oldest open reports. */
export const findWaiting = (db: Queryable): Promise<RowOf<typeof FIND_WAITING>[]> => db.query(FIND_WAITING)

const SETTLE = sql`
  update text_reports set settled_at = coalesce($3::timestamptz, clock_timestamp()), line = null
  where kind = $1 and text_id = $2 and settled_at is null returning ${reports('reporterId', 'writerId', 'aboutId')}`

/** Settles the open reports of a text. Returns them. */
export const settleReportsOf = (
  tx: Tx,
  { kind, id }: Pick<TextReport, 'kind' | 'id'>,
  now: Date | null,
): Promise<RowOf<typeof SETTLE>[]> => tx.query(SETTLE, [kind, id, now])

const FORGET = sql`delete from text_reports where text_id = any($1::uuid[])`

/** Deletes the reports of texts that their writers removed for ever. */
export async function forgetReports(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(FORGET, [ids])
}

const FORGET_SETTLED = sql`delete from text_reports where text_id = $1 and settled_at is not null`

/** Deletes the settled reports of a text that its writer changed, so that it can be reported anew. Open ones stay. */
export async function forgetSettledReports(tx: Tx, id: string): Promise<void> {
  await tx.query(FORGET_SETTLED, [id])
}
