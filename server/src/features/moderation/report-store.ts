import type { PersonReportReason } from '@aura/api/calls/moderation/reports'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')

export interface PersonReport {
  personId: string
  reporterId: string
  reason: PersonReportReason
  text: string
}

const COUNT_OTHER_REPORTS = sql`
  select count(*) as ${out('count', 'bigint')} from person_reports r join user_profiles u on u.id = r.person_id
  where r.reporter_id = $1 and r.person_id <> $2 and r.settled_at is null and u.deleted_at is null`

/** Counts the reporter's open reports of other people. */
export async function countOtherReports(
  db: Queryable,
  { reporterId, personId }: { reporterId: string; personId: string },
): Promise<number> {
  return (await db.query(COUNT_OTHER_REPORTS, [reporterId, personId]))[0]?.count ?? 0
}

const UPSERT_REPORT = sql`
  insert into person_reports (id, person_id, reporter_id, reason, text, reported_at)
  select $1::uuid, u.id, $3::uuid, $4, $5,
         -- As precise as the moment an admin settles up to.
         date_trunc('milliseconds', coalesce($6::timestamptz, clock_timestamp())) from user_profiles u
  where u.id = $2 and u.deleted_at is null for share
  on conflict (person_id, reporter_id) where settled_at is null
    do update set reason = excluded.reason, text = excluded.text, reported_at = excluded.reported_at
    where (person_reports.reason, person_reports.text) <> (excluded.reason, excluded.text)`

export async function upsertReport(
  tx: Tx,
  id: string,
  { personId, reporterId, reason, text }: PersonReport,
  now: Date | null,
): Promise<void> {
  await tx.query(UPSERT_REPORT, [id, personId, reporterId, reason, text, now])
}

interface ListedReport {
  reporterId: string
  reporterName: string
  reason: PersonReportReason
  text: string
  reportedAt: string
}

const FIND_WAITING = sql`
  select ${u('id', 'username', 'profileImageUrl')}, waiting.n as ${out('waiting', 'bigint')},
         oldest.reports as ${out('reports', 'json', of<ListedReport[]>)}
  from (select person_id, count(*) as n, min(reported_at) as since from person_reports
        where settled_at is null and not exists (select 1 from user_profiles u where u.id = person_id and u.deleted_at is not null)
        group by person_id order by since, person_id limit 50) waiting
  join user_profiles u on u.id = waiting.person_id
  cross join lateral (
    select json_agg(r order by r."reportedAt", r."reporterId") as reports from (
      select p.reporter_id as "reporterId", by_whom.username as "reporterName", p.reason, p.text,
             p.reported_at as "reportedAt"
      from person_reports p join user_profiles by_whom on by_whom.id = p.reporter_id
      where p.person_id = waiting.person_id and p.settled_at is null
      order by p.reported_at, p.reporter_id limit 20) r) oldest
  order by waiting.since, u.id`

/** Returns the 50 people with the oldest open reports, with the 20 oldest reports of each. */
export const findWaiting = (db: Queryable): Promise<RowOf<typeof FIND_WAITING>[]> => db.query(FIND_WAITING)

const reports = columns('person_reports')
const SETTLE = sql`
  update person_reports set settled_at = coalesce($3::timestamptz, clock_timestamp())
  where person_id = $1 and settled_at is null and reported_at <= $2::timestamptz returning ${reports('reporterId')}`

/** Settles reports. Returns their reporters. */
export async function settleReportsOf(
  tx: Tx,
  { personId, upTo }: { personId: string; upTo: Date },
  now: Date | null,
): Promise<string[]> {
  return (await tx.query(SETTLE, [personId, upTo, now])).map(({ reporterId }) => reporterId)
}
