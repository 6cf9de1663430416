import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const lessonLabs = columns('lesson_labs')

const FIND_DONE_LABS = sql`
  select ${lessonLabs('lessonId')} from lesson_labs where user_id = $1 and lesson_id = any($2::text[])`

/** Returns the lessons in the list whose lab the user has solved. */
export async function findDoneLabs(
  db: Queryable,
  userId: string,
  lessonIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query(FIND_DONE_LABS, [userId, lessonIds])
  return new Set(rows.map(({ lessonId }) => lessonId))
}

const FIND_ALL_DONE_LABS = sql`select ${lessonLabs('lessonId')} from lesson_labs where user_id = $1`

/** Returns all lessons whose lab the user has solved. */
export async function findAllDoneLabs(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query(FIND_ALL_DONE_LABS, [userId])
  return new Set(rows.map(({ lessonId }) => lessonId))
}

const INSERT_DONE_LAB = sql`
  insert into lesson_labs (user_id, lesson_id, done_at) values ($1, $2, $3) on conflict do nothing`

/** Stores a solved lab. The first time counts. */
export async function insertDoneLab(
  db: Queryable,
  { userId, lessonId, at }: { userId: string; lessonId: string; at: Date },
): Promise<void> {
  await db.query(INSERT_DONE_LAB, [userId, lessonId, at])
}
