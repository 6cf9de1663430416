import { isMutedExpression } from '#features/follows'
import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const u = columns('user_profiles', 'u')

/** People looked at above and below one's own points, and those returned. */
const LOOKED_AT = 100
const FOUND = 60

const FIND_NEAR = sql`
  with mine as materialized (
    select coalesce(max(points), 0) as points from rank_entries where board = 0 and user_id = $1::uuid
  ),
  near as materialized (
    (select user_id, points from rank_entries where board = 0 and points >= (select points from mine)
     order by points, tie, user_id limit ${LOOKED_AT})
    union all
    (select user_id, points from rank_entries where board = 0 and points < (select points from mine)
     order by points desc, tie desc, user_id desc limit ${LOOKED_AT})
  )
  select ${u('id')},
         exists (select 1 from sessions s where s.user_id = u.id
                   and s.last_used_at > coalesce($2::timestamptz, clock_timestamp()) - $3 * interval '1 millisecond')
           as ${out('isOnline', 'boolean')}
  from near n join user_profiles u on u.id = n.user_id
  where u.id <> $1 and u.deleted_at is null and not are_blocked($1, u.id)
    and not ${isMutedExpression('$1', 'u.id')} and u.id <> all ($4::uuid[])
    and not exists (select 1 from challenge_settings c where c.user_id = u.id)
    and not exists (select 1 from battles o where o.challenger_id = $1 and o.opponent_id = u.id and o.due_at is not null)
    and not exists (select 1 from battles o where o.challenger_id = u.id and o.opponent_id = $1 and o.due_at is not null)
  order by "isOnline" desc, abs(n.points - (select points from mine)), u.id limit ${FOUND}`

/**
 * Returns people near in AP who take challenges from everybody, those who used Aura within `onlineMs` first, then by
 * distance. Leaves out people who are blocked, muted, or in an open battle with the user, and `except`.
 */
export const findNear = (
  db: Queryable,
  userId: string,
  { now, onlineMs, except }: { now: Date | null; onlineMs: number; except: readonly string[] },
): Promise<RowOf<typeof FIND_NEAR>[]> => db.query(FIND_NEAR, [userId, now, onlineMs, except])
