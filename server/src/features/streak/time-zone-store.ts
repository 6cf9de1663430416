import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'
import type { DayHistory } from './own-week.rules.ts'

const timeZoneChanges = columns('time_zone_changes')
const l = columns('learners', 'l')

const UPDATE_TIME_ZONE = sql`
  update learners set time_zone = $2, time_zone_changed_at = $3, day_floor = $4, excused_days = $5::date[]
  where user_id = $1`

const INSERT_TIME_ZONE_CHANGE = sql`
  insert into time_zone_changes (user_id, changed_at, from_zone, to_zone, day_before, day_after)
  values ($1, $2, $3, $4, $5, $6)`

export async function updateTimeZone(
  db: Queryable,
  userId: string,
  change: { fromZone: string; toZone: string; at: Date; dayBefore: Day; dayAfter: Day; excusedDays: Day[] },
): Promise<void> {
  await db.query(UPDATE_TIME_ZONE, [userId, change.toZone, change.at, change.dayAfter, change.excusedDays])
  await db.query(INSERT_TIME_ZONE_CHANGE, [
    userId,
    change.at,
    change.fromZone,
    change.toZone,
    change.dayBefore,
    change.dayAfter,
  ])
}

export type TimeZoneChange = RowOf<typeof FIND_TIME_ZONE_CHANGES>

const FIND_TIME_ZONE_CHANGES = sql`
  select ${timeZoneChanges('changedAt', 'fromZone', 'dayBefore', 'dayAfter')}
  from time_zone_changes where user_id = $1 order by changed_at`

export async function findTimeZoneChanges(db: Queryable, userId: string): Promise<TimeZoneChange[]> {
  return db.query(FIND_TIME_ZONE_CHANGES, [userId])
}

const FIND_DAY_HISTORIES = sql`
  select ${l('userId', 'timeZone')},
         coalesce((select jsonb_agg(jsonb_build_object('changedAt', z.changed_at, 'fromZone', z.from_zone,
                     'toZone', z.to_zone, 'dayAfter', z.day_after) order by z.changed_at)
                   from time_zone_changes z where z.user_id = l.user_id),
                  '[]'::jsonb) as ${out('changes', 'json', of<{ changedAt: string; fromZone: string; toZone: string; dayAfter: Day }[]>)}
  from learners l where l.user_id = any($1::uuid[])`

/** Returns the zones of the users' days. Unknown users are left out. */
export async function findDayHistories(db: Queryable, userIds: readonly string[]): Promise<Map<string, DayHistory>> {
  const rows = await db.query(FIND_DAY_HISTORIES, [userIds])
  return new Map(
    rows.map(({ userId, timeZone, changes }) => [
      userId,
      {
        firstZone: changes[0]?.fromZone ?? timeZone,
        changes: changes.map(({ changedAt, ...change }) => ({ ...change, changedAt: new Date(changedAt) })),
      },
    ]),
  )
}
