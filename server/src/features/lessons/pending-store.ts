import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'
import { CHANGES_NUMBER } from './review/store.ts'

const reviews = columns('reviews')
const lessonQuizzes = columns('lesson_quizzes')

const FIND_BEGUN_CHECKS = sql`select ${lessonQuizzes('lessonId')} from lesson_quizzes where user_id = $1`

/** Returns the lessons whose check a user has begun. */
export async function findBegunChecks(db: Queryable, userId: string): Promise<string[]> {
  return (await db.query(FIND_BEGUN_CHECKS, [userId])).map(({ lessonId }) => lessonId)
}

// A review of what changed has the first day of its month, which is over.
const FIND_OPEN_ATTEMPTS = sql`
  select ${reviews('questions')} from reviews
  where user_id = $1 and (day = $2::date or number = ${CHANGES_NUMBER}) and finished_at is null
  union all
  select questions from placements where user_id = $1 and day = $2::date and finished_at is null`

/** Returns the questions, as `lesson/question`, of reviews and placements that a user has begun and not finished. */
export async function findOpenAttempts(db: Queryable, userId: string, today: Day): Promise<ReadonlySet<string>> {
  return new Set((await db.query(FIND_OPEN_ATTEMPTS, [userId, today])).flatMap(({ questions }) => questions))
}
