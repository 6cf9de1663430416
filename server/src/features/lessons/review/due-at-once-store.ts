import type { Queryable } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

// A question of a claimed lesson without a card is due already.
const DUE_AT_ONCE = sql`
  with wanted as (
    select distinct lesson_id, question_id from unnest($2::text[], $3::text[]) as w (lesson_id, question_id)
    where exists (select 1 from lesson_completions c where c.user_id = $1 and c.lesson_id = w.lesson_id)
  ), moved as (
    update review_cards r set due_at = $4 from wanted w
    where r.user_id = $1 and r.lesson_id = w.lesson_id and r.question_id = w.question_id and r.due_at > $4)
  select count(*) as ${out('cards', 'bigint')} from wanted`

/** Makes questions of claimed lessons due for review, and changes nothing else about them. Returns their number. */
export async function dueAtOnce(
  db: Queryable,
  userId: string,
  questions: readonly { lessonId: string; questionId: string }[],
  at: Date,
): Promise<number> {
  const [row] = await db.query(DUE_AT_ONCE, [
    userId,
    questions.map(({ lessonId }) => lessonId),
    questions.map(({ questionId }) => questionId),
    at,
  ])
  return row?.cards ?? 0
}
