import type { StatusPart, StatusState } from '@aura/api/calls/status'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import type { Recorder } from './status.rules.ts'
import type {} from './tables.ts'

const r = columns('status_recorder', 'r')
const d = columns('status_days', 'd')

const CLAIM_MINUTE = sql`
  insert into status_recorder as r (id, since, minute) values (1, date_trunc('minute', $1::timestamptz, 'UTC'),
                                                              date_trunc('minute', $1::timestamptz, 'UTC'))
  on conflict (id) do update set minute = excluded.minute where r.minute < excluded.minute
  returning ${r('minute')}`

/** Returns the minute, unless it was recorded before. Concurrent callers wait until this transaction ends. */
export async function claimMinute(tx: Tx, now: Date): Promise<Date | undefined> {
  return (await tx.query(CLAIM_MINUTE, [now]))[0]?.minute
}

const ADD_MINUTE = sql`
  insert into status_days as d (day, part, up, degraded, down)
  values (($1::timestamptz at time zone 'UTC')::date, $2, ($3 = 'up')::int, ($3 = 'degraded')::int, ($3 = 'down')::int)
  on conflict (day, part) do update set
    up = d.up + excluded.up, degraded = d.degraded + excluded.degraded, down = d.down + excluded.down`

export async function addMinute(tx: Tx, minute: Date, part: StatusPart, state: StatusState): Promise<void> {
  await tx.query(ADD_MINUTE, [minute, part, state])
}

const DELETE_DAYS = sql`
  delete from status_days where day <= ($1::timestamptz at time zone 'UTC')::date - $2::int`

export async function deleteDaysBefore(tx: Tx, now: Date, days: number): Promise<void> {
  await tx.query(DELETE_DAYS, [now, days])
}

const FIND_RECORDER = sql`select ${r('since', 'minute')} from status_recorder r`

export async function findRecorder(db: Queryable): Promise<Recorder | undefined> {
  return (await db.query(FIND_RECORDER, []))[0]
}

const FIND_DAYS = sql`
  select d.day::text as ${out('day', 'text')}, ${d('part', 'up', 'degraded', 'down')} from status_days d order by d.day`

export const findDays = (db: Queryable) => db.query(FIND_DAYS, [])
