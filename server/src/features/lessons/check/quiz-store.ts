import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'
import type { Attempt } from './check.rules.ts'

const lessonQuizzes = columns('lesson_quizzes')

export type Quiz = RowOf<typeof FIND_QUIZ>

const FIND_QUIZ = sql`
  select ${lessonQuizzes('lessonId', 'passedAt', 'lastWrongAt', 'attemptDay', 'rightAnswers', 'wrongAnswers')}
  from lesson_quizzes
  where user_id = $1 and lesson_id = $2`

export async function findQuiz(db: Queryable, userId: string, lessonId: string): Promise<Quiz | undefined> {
  const [row] = await db.query(FIND_QUIZ, [userId, lessonId])
  return row
}

const FIND_QUIZZES = sql`
  select ${lessonQuizzes('lessonId', 'passedAt', 'lastWrongAt', 'attemptDay', 'rightAnswers', 'wrongAnswers')}
  from lesson_quizzes where user_id = $1 and lesson_id = any($2::text[])`

export async function findQuizzes(
  db: Queryable,
  userId: string,
  lessonIds: readonly string[],
): Promise<Map<string, Quiz>> {
  const rows = await db.query(FIND_QUIZZES, [userId, lessonIds])
  return new Map(rows.map((row) => [row.lessonId, row]))
}

const UPSERT_QUIZ = sql`
  insert into lesson_quizzes as known
    (user_id, lesson_id, passed_at, last_wrong_at, attempt_day, right_answers, wrong_answers)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (user_id, lesson_id) do update set
    passed_at = coalesce(known.passed_at, excluded.passed_at),
    last_wrong_at = coalesce(excluded.last_wrong_at, known.last_wrong_at), attempt_day = excluded.attempt_day,
    right_answers = excluded.right_answers, wrong_answers = excluded.wrong_answers`

/** Stores an attempt. A passed lesson stays passed. */
export async function upsertQuiz(
  db: Queryable,
  quiz: {
    userId: string
    lessonId: string
    attempt: Attempt
    passedAt: Date | null
    lastWrongAt: Date | null
  },
): Promise<void> {
  const { userId, lessonId, passedAt, lastWrongAt, attempt } = quiz
  await db.query(UPSERT_QUIZ, [
    userId,
    lessonId,
    passedAt,
    lastWrongAt,
    attempt.day,
    attempt.rightAnswers,
    attempt.wrongAnswers,
  ])
}
