import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const c = columns('review_cards', 'c')

/** Bounds both statements: each person has at most one row per lesson, or question. */
const NEWEST = fragment`select id from user_profiles where deleted_at is null order by created_at desc, id limit $1`

const COUNT_NEWEST = sql`select count(*) as ${out('people', 'bigint')} from (${NEWEST}) newest`

export async function countNewest(db: Queryable, people: number): Promise<number> {
  const [row] = await db.query(COUNT_NEWEST, [people])
  return row?.people ?? 0
}

export type LessonCounts = RowOf<typeof COUNT_BY_LESSON>

const COUNT_BY_LESSON = sql`
  with begun as (
    select q.user_id, q.lesson_id, q.passed_at is not null as passed, done.day is not null as claimed,
           greatest(q.attempt_day, done.day) as last_day,
           row_number() over (partition by q.user_id order by greatest(q.attempt_day, done.day) desc nulls last,
                              q.passed_at desc nulls first, q.lesson_id) as place
    from lesson_quizzes q
    left join lateral (select min(day) as day from lesson_completions
                       where user_id = q.user_id and lesson_id = q.lesson_id) done on true
    where q.user_id in (${NEWEST})
  )
  select b.lesson_id as ${out('lessonId', 'text')}, count(*)::int as ${out('begun', 'int')},
         (count(*) filter (where b.passed))::int as ${out('passed', 'int')},
         (count(*) filter (where b.claimed))::int as ${out('claimed', 'int')},
         (count(*) filter (where b.place = 1 and greatest(b.last_day, l.last_day) < $2::date))::int
           as ${out('leftHere', 'int')}
  from begun b join learners l on l.user_id = b.user_id
  group by b.lesson_id`

/** Counts the newest people by lesson. `leftHere`: whose last lesson this was, before that day. */
export async function countByLesson(
  db: Queryable,
  { people, awaySince }: { people: number; awaySince: Day },
): Promise<LessonCounts[]> {
  return db.query(COUNT_BY_LESSON, [people, awaySince])
}

export type FirstAnswers = RowOf<typeof COUNT_FIRST_ANSWERS>

const COUNT_FIRST_ANSWERS = sql`
  select ${c('lessonId', 'questionId', 'firstRight', 'firstResponse')}, count(*)::int as ${out('times', 'int')}
  from review_cards c where c.user_id in (${NEWEST}) and c.first_right is not null
  group by c.lesson_id, c.question_id, c.first_right, c.first_response`

/** Counts the newest people's first answers. Answers from before they were stored are not counted. */
export async function countFirstAnswers(db: Queryable, people: number): Promise<FirstAnswers[]> {
  return db.query(COUNT_FIRST_ANSWERS, [people])
}
