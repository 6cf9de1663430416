import type { ReportReason } from '@aura/api/calls/crowd'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'
import type { Pair } from './store.ts'

const p = columns('places', 'p')
const places = columns('places')
const u = columns('user_profiles', 'u')
const t = columns('user_profiles', 't')
const reports = columns('place_line_reports')

const INSERT_REPORT = sql`
  insert into place_line_reports (place_id, reporter_id, reason, reported_at)
  select p.id, u.id, $4, coalesce($5::timestamptz, clock_timestamp()) from places p, user_profiles u
  where p.giver_id = $1 and p.receiver_id = $2 and p.ended_at is null and p.line is not null
    and u.id = $3 and u.deleted_at is null
  for share on conflict do nothing`

/** Stores a report of an open place's line, once a person. */
export async function insertLineReport(
  db: Queryable,
  { giverId, receiverId, reporterId, reason }: Pair & { reporterId: string; reason: ReportReason },
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_REPORT, [giverId, receiverId, reporterId, reason, now])
}

const FIND_WAITING = sql`
  select ${p('id', 'giverId', 'receiverId', 'placedAt')}, coalesce(p.line, '') as ${out('text', 'text')},
         ${u('username', 'profileImageUrl')}, ${t({ receiverName: 'username' })},
         r.reports as ${out('reports', 'bigint')}, r.reasons as ${out('reasons', 'text[]', of<ReportReason[]>)}
  from (select place_id, count(*) as reports, array_agg(distinct reason order by reason) as reasons,
               min(reported_at) as since
        from place_line_reports where settled_at is null group by place_id) r
  join places p on p.id = r.place_id and p.ended_at is null and p.line is not null
  join user_profiles u on u.id = p.giver_id join user_profiles t on t.id = p.receiver_id
  order by r.since, p.id limit 50`

/** Returns the 50 lines of open places with the oldest open reports. */
export const findReported = (db: Queryable): Promise<RowOf<typeof FIND_WAITING>[]> => db.query(FIND_WAITING)

const WITH_LINE = fragment`where id = $1 and ended_at is null and line is not null`
const FIND_LINE = sql`select ${places('giverId', 'receiverId')} from places ${WITH_LINE}`

/** Returns an open place that has a line, or undefined. */
export const findLine = async (db: Queryable, id: string): Promise<RowOf<typeof FIND_LINE> | undefined> =>
  (await db.query(FIND_LINE, [id]))[0]

const CLEAR_LINE = sql`update places set line = null ${WITH_LINE} returning ${places('giverId', 'receiverId')}`

/** Removes a line. Returns undefined if there was none, or it was removed before. */
export const clearLine = async (tx: Tx, id: string): Promise<RowOf<typeof CLEAR_LINE> | undefined> =>
  (await tx.query(CLEAR_LINE, [id]))[0]

const SETTLE = sql`
  update place_line_reports set settled_at = coalesce($2::timestamptz, clock_timestamp())
  where place_id = $1 and settled_at is null returning ${reports('reporterId')}`

/** Settles open reports of a line. Returns who reported it. */
export const settleLineReports = async (tx: Tx, id: string, now: Date | null): Promise<string[]> =>
  (await tx.query(SETTLE, [id, now])).map(({ reporterId }) => reporterId)
