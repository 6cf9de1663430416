import type { OtherPerson } from '@aura/api/shapes'
import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { OTHER_PERSON, presentOther } from './other-person.ts'

const f = columns('follows', 'f')

const FIND_FOLLOWED = sql`select ${f('followedId')} from follows f where f.follower_id = $1`

/** At most `FOLLOW_RULES.followed`. */
export async function findFollowedIds(db: Queryable, userId: string): Promise<string[]> {
  return (await db.query(FIND_FOLLOWED, [userId])).map(({ followedId }) => followedId)
}

const FIND_PEOPLE = sql`
  select 0 as ${out('position', 'int')}, ${OTHER_PERSON}
  from user_profiles u join streaks l on l.user_id = u.id
  where u.id = any($1::uuid[]) and u.deleted_at is null
    and not exists (select 1 from blocks b where b.blocker_id = $2 and b.blocked_id = u.id)`

/** Those of these people whom the user didn't block, by id. */
export async function findPeople(
  db: Queryable,
  { userId, ids }: { userId: string; ids: readonly string[] },
  at: Date,
): Promise<Map<string, OtherPerson>> {
  const rows = await db.query(FIND_PEOPLE, [ids, userId])
  return new Map(rows.map((row) => [row.id, presentOther(row, at).person]))
}
