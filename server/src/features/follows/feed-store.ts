import type { OtherPerson } from '@aura/api/shapes'
import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import { OTHER_PERSON, presentOther } from './other-person.ts'

const f = columns('follows', 'f')

const FIND_FOLLOWED = sql`
  select ${f('followedId')},
         exists (select 1 from mutes m where m.muter_id = $1 and m.muted_id = f.followed_id) as ${out('isMuted', 'boolean')}
  from follows f where f.follower_id = $1`

/** Returns at most `FOLLOW_RULES.followed` people. */
export const findFollowed = (db: Queryable, userId: string): Promise<RowOf<typeof FIND_FOLLOWED>[]> =>
  db.query(FIND_FOLLOWED, [userId])

const FIND_PEOPLE = sql`
  select 0 as ${out('position', 'int')}, ${OTHER_PERSON}
  from user_profiles u join streaks l on l.user_id = u.id
  where u.id = any($1::uuid[]) and u.deleted_at is null
    and not exists (select 1 from blocks b where b.blocker_id = $2 and b.blocked_id = u.id)`

/** Returns the people in the list whom the user didn't block, by id. */
export async function findPeople(
  db: Queryable,
  { userId, ids }: { userId: string; ids: readonly string[] },
  at: Date,
): Promise<Map<string, OtherPerson>> {
  const rows = await db.query(FIND_PEOPLE, [ids, userId])
  return new Map(rows.map((row) => [row.id, presentOther(row, at).person]))
}
