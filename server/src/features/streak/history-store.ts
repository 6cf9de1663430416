import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, of, out, sql } from '#platform/db/sql'
import { LEARNER_COLUMNS } from './learner-store.ts'
import type { History } from './streak.rules.ts'

const learners = columns('learners')
const c = columns('lesson_completions', 'c?')

const FIND_HISTORIES = sql`
  select asked.place as ${out('place', 'bigint')}, ${c({ lastDay: 'day' })},
         coalesce(c.streak_after, 0) as ${out('days', 'int')},
         coalesce(c.rest_days_after, 0) as ${out('restDays', 'int')},
         coalesce((select z.from_zone from time_zone_changes z where z.user_id = l.user_id
                   order by z.changed_at limit 1), l.time_zone) as ${out('firstZone', 'text')},
         coalesce((select jsonb_agg(jsonb_build_object(
                     'toZone', z.to_zone, 'dayBefore', z.day_before, 'dayAfter', z.day_after,
                     'isAfterLastClaim', c.completed_at is null or z.changed_at > c.completed_at)
                     order by z.changed_at)
                   from time_zone_changes z where z.user_id = l.user_id and z.changed_at <= asked.at),
                  '[]'::jsonb) as ${out('changes', 'json', of<History['changes']>)}
  from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (user_id, at, place)
  join learners l on l.user_id = asked.user_id
  left join lateral (
    select day, streak_after, rest_days_after, completed_at from lesson_completions
    where user_id = l.user_id and completed_at <= asked.at
    order by completed_at desc, streak_after desc, rest_days_after desc limit 1
  ) c on true`

/** Returns the history up to each moment, in order; null for unknown learners. */
export async function findHistories(
  db: Queryable,
  moments: readonly { userId: string; at: Date }[],
): Promise<(History | null)[]> {
  const rows = await db.query(FIND_HISTORIES, [
    moments.map(({ userId }) => userId),
    moments.map(({ at }) => at.toISOString()),
  ])
  const found = new Map(rows.map((row) => [row.place, row]))
  return moments.map((_, index) => found.get(index + 1) ?? null)
}

const FIND_LEARNING_TIMES = sql`
  select asked.user_id as ${out('userId', 'uuid')}, first.at as ${out('at', 'timestamptz')}
  from unnest($1::uuid[]) as asked (user_id) cross join lateral (
    select min(completed_at) as at from lesson_completions c where c.user_id = asked.user_id and streak_after > 0
    group by c.day order by c.day desc limit $2
  ) first order by first.at desc`

/** Returns the first learning of each user's latest active days, at most `days`, latest first. */
export async function findLearningTimes(
  db: Queryable,
  userIds: readonly string[],
  days: number,
): Promise<Map<string, Date[]>> {
  const rows = await db.query(FIND_LEARNING_TIMES, [userIds, days])
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([id, all]) => [id, all.map(({ at }) => at)]))
}

const COUNT_FIRST_DAYS = sql`
  select count(*) as ${out('days', 'bigint')}, max(first.at) as ${out('lastAt', 'timestamptz?')}
  from (select min(completed_at) as at from lesson_completions c where c.user_id = $1 and streak_after > 0
        group by c.day order by c.day limit $2) first`

/** Returns how many days a user learned on, at most `days`, and when they began to learn on the last of these. */
export async function countFirstDays(
  db: Queryable,
  userId: string,
  days: number,
): Promise<{ days: number; lastAt: Date | null }> {
  return (await db.query(COUNT_FIRST_DAYS, [userId, days]))[0] ?? { days: 0, lastAt: null }
}

const FIND_ACTIVE_DAYS = sql`
  select ${learners('userId')}, ${LEARNER_COLUMNS},
         (select coalesce(array_agg(distinct c.day::text), '{}') from lesson_completions c
          where c.user_id = learners.user_id and c.day >= $2 and streak_after > 0) as ${out('learned', 'text[]')},
         (select coalesce(array_agg(distinct rested::text), '{}')
          from lesson_completions c, unnest(c.rested_days) as rested
          where c.user_id = learners.user_id and c.day >= $2) as ${out('rested', 'text[]')},
         coalesce((select jsonb_agg(jsonb_build_object('dayBefore', z.day_before, 'dayAfter', z.day_after))
                   from time_zone_changes z where z.user_id = learners.user_id and z.day_after >= $2),
                  '[]'::jsonb) as ${out('changes', 'json', of<{ dayBefore: Day; dayAfter: Day }[]>)}
  from learners where user_id = any($1::uuid[])`

/** Returns the days on which users learned, rested or changed their time zone, from a day on. */
export const findActiveDays = (db: Queryable, userIds: readonly string[], since: Day) =>
  db.query(FIND_ACTIVE_DAYS, [userIds, since])
