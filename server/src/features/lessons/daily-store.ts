import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const learners = columns('learners')

const SETTLE_LESSONS = sql`
  update learners set offered_lessons = case when offered_on = $2 then offered_lessons else $3::text[] end,
                      offered_on = $2
  where user_id = $1 returning ${learners('offeredLessons')}`

export async function settleLessons(db: Queryable, userId: string, day: Day, lessonIds: string[]): Promise<string[]> {
  const [row] = await db.query(SETTLE_LESSONS, [userId, day, lessonIds])
  return row?.offeredLessons ?? lessonIds
}
