import type { Queryable } from '#platform/db/db'
import { columns, of, out, type RowOf, sql } from '#platform/db/sql'
import type { Day } from './day.rules.ts'
import type { DayHistory, OwnWeek } from './own-week.rules.ts'

const l = columns('learners', 'l')

const FIND_DAY_HISTORIES = sql`
  select ${l('userId', 'timeZone')},
         coalesce((select jsonb_agg(jsonb_build_object('changedAt', z.changed_at, 'fromZone', z.from_zone,
                     'toZone', z.to_zone, 'dayAfter', z.day_after) order by z.changed_at)
                   from time_zone_changes z where z.user_id = l.user_id),
                  '[]'::jsonb) as ${out('changes', 'json', of<{ changedAt: string; fromZone: string; toZone: string; dayAfter: Day }[]>)}
  from learners l where l.user_id = any($1::uuid[])`

/** Of which zones the users' days were. Unknown users are left out. */
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

/** Days follow their claims' own day; the times only narrow what is read. */
const FIND_LEARNED = sql`
  select asked.user_id as ${out('userId', 'uuid')}, learned.days as ${out('days', 'int')},
         learned.lessons as ${out('lessons', 'int')}, learned.reviews as ${out('reviews', 'int')}
  from unnest($1::uuid[], $2::date[], $3::timestamptz[], $4::timestamptz[]) as asked (user_id, monday, starts_at, ends_at)
  cross join lateral (
    select count(distinct c.day)::int as days, (count(*) filter (where not c.is_review))::int as lessons,
           (count(*) filter (where c.is_review))::int as reviews
    from lesson_completions c
    where c.user_id = asked.user_id and c.day between asked.monday and asked.monday + 6 and c.streak_after > 0
      and c.completed_at between asked.starts_at - interval '1 day' and asked.ends_at + interval '1 day') learned
  where learned.days > 0`

/** Of those who learned in their week. */
export const findLearned = (
  db: Queryable,
  weeks: readonly ({ userId: string } & OwnWeek)[],
): Promise<RowOf<typeof FIND_LEARNED>[]> =>
  db.query(FIND_LEARNED, [
    weeks.map(({ userId }) => userId),
    weeks.map(({ monday }) => monday),
    weeks.map(({ startsAt }) => startsAt.toISOString()),
    weeks.map(({ endsAt }) => endsAt.toISOString()),
  ])

const FIND_BEST_STREAKS = sql`
  select coalesce(max(streak_after) filter (where day < $2), 0) as ${out('before', 'int')},
         coalesce(max(streak_after) filter (where day between $2 and $3), 0) as ${out('within', 'int')},
         max(completed_at) filter (where day between $2 and $3 and streak_after > 0) as ${out('at', 'timestamptz?')}
  from lesson_completions where user_id = $1`

/** The longest streaks before a week and in it, and the last claim of the week. */
export async function findBestStreaks(
  db: Queryable,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<RowOf<typeof FIND_BEST_STREAKS>> {
  const [row] = await db.query(FIND_BEST_STREAKS, [userId, from, to])
  return row as RowOf<typeof FIND_BEST_STREAKS>
}
