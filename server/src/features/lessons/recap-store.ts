import type { Day } from '@aura/api/day'
import type { OwnWeek } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import { out, type RowOf, sql } from '#platform/db/sql'

/** Days are the claims' own days; the times only narrow the rows to read. */
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

/** Returns figures of the users who learned in their week. */
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

/** Returns the longest streaks before a week and in it, and the last claim of the week. */
export async function findBestStreaks(
  db: Queryable,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<RowOf<typeof FIND_BEST_STREAKS>> {
  const [row] = await db.query(FIND_BEST_STREAKS, [userId, from, to])
  return row as RowOf<typeof FIND_BEST_STREAKS>
}
