import type { ReportReason } from '@aura/api/calls/crowd'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'

const w = columns('vouch_words', 'w')
const u = columns('user_profiles', 'u')
const t = columns('user_profiles', 't')
const words = columns('vouch_words')

/** Condition: viewer `$1` may see the words `w`. Writers always see their own, so that they don't learn of a block. */
const VISIBLE = fragment`w.text is not null and (w.writer_id = $1 or not (
    are_blocked(w.writer_id, w.target_id) or are_blocked($1, w.writer_id) or are_blocked($1, w.target_id)
    or exists (select 1 from mutes m where m.muter_id = $1 and m.muted_id = w.writer_id)))`

/**
 * Joins the words `w` of a vouch `v` as viewer `$1` may see them: none by people who blocked the viewer or whom the
 * viewer muted or blocked, none on the profile of a person blocked either way, and none between two people of whom one
 * blocked the other.
 */
export const JOIN_VISIBLE_WORDS = fragment`left join vouch_words w on w.event_id = v.event_id and ${VISIBLE}`

const INSERT_WORDS = sql`
  insert into vouch_words (id, event_id, writer_id, target_id, text, written_at)
  select $1::uuid, v.event_id, v.voucher_id, v.target_id, $3, coalesce($4::timestamptz, clock_timestamp())
  from vouches v join user_profiles u on u.id = v.voucher_id join user_profiles t on t.id = v.target_id
  where v.event_id = $2 and u.deleted_at is null and t.deleted_at is null
  for share of u, t on conflict (event_id) do nothing`

/** Stores words, unless the vouch has, or had, some, counts for no one, or one of the two accounts was deleted. */
export async function insertWords(
  db: Queryable,
  { id, eventId, text }: { id: string; eventId: number; text: string },
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_WORDS, [id, eventId, text, now])
}

const FIND_WORDS = sql`select ${w('writerId', 'targetId')} from vouch_words w where w.id = $1 and w.text is not null`

/** Returns undefined if there are none, or they were removed. */
export async function findWords(db: Queryable, id: string): Promise<RowOf<typeof FIND_WORDS> | undefined> {
  return (await db.query(FIND_WORDS, [id]))[0]
}

const FIND_VISIBLE_WORDS = sql`select ${w('writerId')} from vouch_words w where w.id = $2 and ${VISIBLE}`

/** Returns undefined also if they are hidden from the viewer. */
export async function findVisibleWords(
  db: Queryable,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<RowOf<typeof FIND_VISIBLE_WORDS> | undefined> {
  return (await db.query(FIND_VISIBLE_WORDS, [viewerId, id]))[0]
}

const CLEAR_WORDS = sql`
  update vouch_words set text = null where id = $1 and text is not null returning ${words('writerId', 'targetId')}`

/** Removes words. Returns undefined if there were none, or they were removed before. */
export async function clearWords(tx: Tx, id: string): Promise<RowOf<typeof CLEAR_WORDS> | undefined> {
  return (await tx.query(CLEAR_WORDS, [id]))[0]
}

const INSERT_REPORT = sql`
  insert into vouch_word_reports (words_id, reporter_id, reason, reported_at)
  select w.id, u.id, $3, coalesce($4::timestamptz, clock_timestamp()) from vouch_words w, user_profiles u
  where w.id = $1 and w.text is not null and u.id = $2 and u.deleted_at is null for share on conflict do nothing`

export async function insertReport(
  db: Queryable,
  { wordsId, reporterId, reason }: { wordsId: string; reporterId: string; reason: ReportReason },
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_REPORT, [wordsId, reporterId, reason, now])
}

const FIND_WAITING = sql`
  select ${w('id', 'writerId', 'targetId', 'writtenAt')}, coalesce(w.text, '') as ${out('text', 'text')},
         ${u('username', 'profileImageUrl')}, ${t({ targetName: 'username' })},
         r.reports as ${out('reports', 'bigint')}, r.reasons as ${out('reasons', 'text[]', of<ReportReason[]>)}
  from (select words_id, count(*) as reports, array_agg(distinct reason order by reason) as reasons,
               min(reported_at) as since
        from vouch_word_reports where settled_at is null group by words_id order by since, words_id limit 50) r
  join vouch_words w on w.id = r.words_id
  join user_profiles u on u.id = w.writer_id join user_profiles t on t.id = w.target_id
  order by r.since, w.id`

/** Returns the 50 lines with the oldest open reports. */
export const findWaiting = (db: Queryable): Promise<RowOf<typeof FIND_WAITING>[]> => db.query(FIND_WAITING)

const reports = columns('vouch_word_reports')
const SETTLE_REPORTS = sql`
  update vouch_word_reports set settled_at = coalesce($2::timestamptz, clock_timestamp())
  where words_id = $1 and settled_at is null returning ${reports('reporterId')}`

/** Settles reports. Returns their reporters. */
export async function settleReportsOf(tx: Tx, wordsId: string, now: Date | null): Promise<string[]> {
  return (await tx.query(SETTLE_REPORTS, [wordsId, now])).map(({ reporterId }) => reporterId)
}
