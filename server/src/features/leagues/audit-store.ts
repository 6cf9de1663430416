import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const e = columns('league_entries', 'e')

const FIND_PEOPLE = sql`
  select ${e('userId')} from league_entries e where e.user_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
  group by e.user_id order by e.user_id limit $2`

/** Returns the next people with entries, by id. */
export async function findPeople(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  return (await db.query(FIND_PEOPLE, [after, limit])).map(({ userId }) => userId)
}

const FIND_MISCOUNTED = sql`
  select e.user_id || '/' || e.week as ${out('subject', 'text')},
         'has ' || e.points || ' points of ' || coalesce(f.points, 0) as ${out('detail', 'text')}
  from league_entries e
  cross join lateral (
    select sum(league_points(l.what)) as points, min(l.at) as first_at, max(l.at) as reached_at from learning_moments l
    where l.user_id = e.user_id and l.at >= league_week_start(e.week) and l.at < league_week_start(e.week + 1)
      and (e.place is null or l.at <= e.reached_at)
  ) f
  where e.user_id = any($1::uuid[]) and not e.is_out
    and (e.points, e.first_at, e.reached_at) is distinct from (f.points, f.first_at, f.reached_at)`

/** Returns entries that differ from the learning; in closed weeks, from the learning that counted. */
export const findMiscounted = (db: Queryable, userIds: readonly string[]): Promise<Finding[]> =>
  db.query(FIND_MISCOUNTED, [userIds])

const FIND_UNSCORED = sql`
  select m.user_id || '/' || league_week(l.at) as ${out('subject', 'text')},
         'learned and has no points' as ${out('detail', 'text')}
  from league_members m join learning_moments l on l.user_id = m.user_id and l.at >= m.joined_at
  where m.user_id = any($1::uuid[])
    and not exists (select 1 from league_entries e where e.user_id = m.user_id and e.week = league_week(l.at))
    and league_week(l.at) >= (select min(e.week) from league_entries e where e.user_id = m.user_id)
  group by m.user_id, league_week(l.at)`

/** Returns members' learning in weeks without an entry. */
export const findUnscored = (db: Queryable, userIds: readonly string[]): Promise<Finding[]> =>
  db.query(FIND_UNSCORED, [userIds])

const FIND_MISPLACED = sql`
  select e.user_id || '/' || e.week as ${out('subject', 'text')},
         'is place ' || e.place || ' behind somebody with less' as ${out('detail', 'text')}
  from league_entries e
  where e.user_id = any($1::uuid[]) and e.place is not null and exists (
    select 1 from league_entries x
    where x.week = e.week and x.level = e.level and x.league = e.league and x.place <= e.place
      and x.user_id <> e.user_id
      and (x.points, e.reached_at, e.user_id) < (e.points, x.reached_at, x.user_id))`

/** Returns places in closed leagues that aren't in the order of points and the time of reaching them. */
export const findMisplaced = (db: Queryable, userIds: readonly string[]): Promise<Finding[]> =>
  db.query(FIND_MISPLACED, [userIds])

const FIND_MISSEATED = sql`
  select e.user_id || '/' || e.week as ${out('subject', 'text')},
         'has lot ' || e.lot || ' and league ' || coalesce(e.league::text, 'none') as ${out('detail', 'text')}
  from league_entries e
  left join lateral (select max(w.seed) as seed from league_weeks w where w.week = e.week) drawn on true
  where e.user_id = any($1::uuid[]) and e.lot is not null and (
    e.lot is distinct from league_lot(drawn.seed, e.user_id)
    or e.first_at >= league_week_start(e.week) + interval '${LEAGUE_RULES.drawMinutes} minutes'
    or exists (
      select from league_entries x where x.week = e.week and x.level = e.level
        and ((x.lot < e.lot and x.league > e.league) or (x.lot is null and x.league < e.league))))`

/** Returns lots that don't follow from the week's seed, and seats that don't follow from the lots. */
export const findMisseated = (db: Queryable, userIds: readonly string[]): Promise<Finding[]> =>
  db.query(FIND_MISSEATED, [userIds])

interface Finding {
  subject: string
  detail: string
}
