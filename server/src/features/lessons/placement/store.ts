import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'

const placements = columns('placements')

export type PlacementRow = RowOf<typeof FIND_PLACEMENTS>

const FIND_PLACEMENTS = sql`
  select ${placements('unitId', 'day', 'questions', 'rightQuestions', 'wrongQuestions')}
  from placements where user_id = $1 and day = $2 order by unit_id`

/** Returns the day's attempts, at most one per unit. */
export async function findPlacements(db: Queryable, userId: string, day: Day): Promise<PlacementRow[]> {
  return db.query(FIND_PLACEMENTS, [userId, day])
}

const INSERT_PLACEMENT = sql`
  insert into placements (user_id, unit_id, day, questions, started_at) values ($1, $2, $3, $4, $5)`

export async function insertPlacement(
  db: Queryable,
  { userId, unitId, day, questions, at }: { userId: string; unitId: string; day: Day; questions: string[]; at: Date },
): Promise<void> {
  await db.query(INSERT_PLACEMENT, [userId, unitId, day, questions, at])
}

const UPDATE_PLACEMENT = sql`
  update placements set right_questions = $4, wrong_questions = $5, finished_at = $6
  where user_id = $1 and day = $2 and unit_id = $3`

export async function updatePlacement(
  db: Queryable,
  placement: PlacementRow & { userId: string; finishedAt: Date | null },
): Promise<void> {
  const { userId, day, unitId, rightQuestions, wrongQuestions, finishedAt } = placement
  await db.query(UPDATE_PLACEMENT, [userId, day, unitId, rightQuestions, wrongQuestions, finishedAt])
}
