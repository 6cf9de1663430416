import type { Queryable, Tx } from '#platform/db/db'
import { sql } from '#platform/db/sql'

const KEEP_LEARNING = sql`
  insert into kept_learning (user_id, time_zone, time_zone_changed_at, day_floor, streak_days, last_day, excused_days,
                             rest_days, rest_progress, rest_counted_on, completions, quizzes, zone_changes, placements,
                             cards, labs)
  select l.user_id, l.time_zone, l.time_zone_changed_at, l.day_floor, l.streak_days, l.last_day, l.excused_days,
         l.rest_days, l.rest_progress, l.rest_counted_on,
         (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' - 'aura_earned' - 'difficulty'), '[]') from lesson_completions c
          where c.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(q) - 'user_id'), '[]') from lesson_quizzes q where q.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(z) - 'user_id'), '[]') from time_zone_changes z where z.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from placements p
          where p.user_id = $1 and p.day = (select max(day) from placements where user_id = $1)),
         (select coalesce(jsonb_agg(to_jsonb(k) - 'user_id' - 'first_right' - 'first_response'), '[]') from review_cards k
          where k.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(b) - 'user_id'), '[]') from lesson_labs b where b.user_id = $1)
  from learners l where l.user_id = $1
    and (l.time_zone_changed_at is not null or exists (select 1 from lesson_quizzes q where q.user_id = $1)
         or exists (select 1 from lesson_completions c where c.user_id = $1)
         or exists (select 1 from placements p where p.user_id = $1))`

/** Stores the learning of an account that is being deleted, if there is any. */
export async function keepLearning(tx: Tx, userId: string): Promise<void> {
  await tx.query(KEEP_LEARNING, [userId])
}

const HAS_LEARNED = sql`
  select 1 from learners l where l.user_id = $1
  and (l.time_zone_changed_at is not null or exists (select 1 from lesson_completions c where c.user_id = $1))`

export async function hasLearned(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(HAS_LEARNED, [userId])
  return rows.length > 0
}

const RESTORE_LEARNER = sql`
  update learners l set time_zone = k.time_zone, time_zone_changed_at = k.time_zone_changed_at,
                        day_floor = k.day_floor, streak_days = k.streak_days, last_day = k.last_day,
                        excused_days = k.excused_days, rest_days = k.rest_days,
                        rest_progress = k.rest_progress, rest_counted_on = k.rest_counted_on
  from kept_learning k where k.user_id = $2 and l.user_id = $1`

const RESTORE_COMPLETIONS = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after,
                                  rest_days_after, rested_days, broke_on)
  select $1, c.lesson_id, c.day, c.completed_at, c.is_review, 0, c.streak_after, coalesce(c.rest_days_after, 0),
         coalesce(c.rested_days, '{}'), c.broke_on
  from kept_learning k, jsonb_to_recordset(k.completions)
    as c (lesson_id text, day date, completed_at timestamptz, is_review boolean, streak_after int,
          rest_days_after int, rested_days date[], broke_on date)
  where k.user_id = $2`

const RESTORE_TIME_ZONE_CHANGES = sql`
  insert into time_zone_changes (user_id, changed_at, from_zone, to_zone, day_before, day_after)
  select $1, z.changed_at, z.from_zone, z.to_zone, z.day_before, z.day_after
  from kept_learning k, jsonb_to_recordset(k.zone_changes)
    as z (changed_at timestamptz, from_zone text, to_zone text, day_before date, day_after date)
  where k.user_id = $2`

const insertCards = (source: string, knownAt: string) => sql`
  insert into review_cards (user_id, lesson_id, question_id, due_at, stability, difficulty, scheduled_days, reps, lapses,
                            state, reviewed_at, known_at)
  select $1, c.lesson_id, c.question_id, c.due_at, c.stability, c.difficulty, c.scheduled_days, c.reps, c.lapses,
         c.state, c.reviewed_at, ${knownAt}
  from ${source} on conflict (user_id, lesson_id, question_id) do update
    set known_at = coalesce(review_cards.known_at, excluded.known_at)`
const KEPT_CARDS = `kept_learning k, jsonb_populate_recordset(null::review_cards, k.cards) c where k.user_id = $2`
const RESTORE_CARDS = insertCards(KEPT_CARDS, 'c.known_at')

/** Restores a deleted account's learning. Rewards are 0, because the original ones stayed with it. */
export async function restoreLearning(tx: Tx, userId: string, from: string): Promise<void> {
  await tx.query(RESTORE_LEARNER, [userId, from])
  await tx.query(RESTORE_COMPLETIONS, [userId, from])
  await tx.query(RESTORE_CARDS, [userId, from])
  await tx.query(RESTORE_TIME_ZONE_CHANGES, [userId, from])
  await insertKeptAttempts(tx, userId, from)
}

/** Time before the user's first claim, so that no streak changes. */
const BEFORE_OWN = `least(c.completed_at, (select min(own.completed_at) - interval '1 second'
                                from lesson_completions own where own.user_id = $1))`

const MERGE_COMPLETIONS = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after, broke_on)
  select distinct on (c.lesson_id, case when c.is_review then c.day end)
         $1::uuid, c.lesson_id, c.day, ${BEFORE_OWN}, c.is_review, 0, 0,
         case when not exists (select 1 from lesson_completions own
                               where own.user_id = $1 and own.broke_on = c.broke_on) then c.broke_on end
  from (
    select lesson_id, day, completed_at, is_review, broke_on from lesson_completions where user_id = $2
    union all
    select kept.lesson_id, kept.day, kept.completed_at, kept.is_review, kept.broke_on
    from kept_learning k, jsonb_populate_recordset(null::lesson_completions, k.completions) kept where k.user_id = $2) c
  where not exists (select 1 from lesson_completions own
                    where own.user_id = $1 and own.lesson_id = c.lesson_id and (not c.is_review or own.day = c.day))
  order by c.lesson_id, case when c.is_review then c.day end, c.completed_at`

// Known before all leagues began, so that a question brings points once.
const MERGE_KNOWN = [
  `review_cards c where c.user_id = $2 and c.known_at is not null`,
  `${KEPT_CARDS} and c.known_at is not null`,
].map((source) => insertCards(source, "'epoch'::timestamptz"))

/** Adds another account's paid lessons, reviews and known questions to the user's own, without days or rewards. */
export async function mergeLearning(tx: Tx, userId: string, from: string): Promise<void> {
  await tx.query(MERGE_COMPLETIONS, [userId, from])
  for (const statement of MERGE_KNOWN) await tx.query(statement, [userId, from])
  await insertKeptAttempts(tx, userId, from)
}

const INSERT_KEPT_QUIZZES = sql`
  insert into lesson_quizzes (user_id, lesson_id, passed_at, last_wrong_at, attempt_day, right_answers, wrong_answers)
  select $1, q.lesson_id, q.passed_at, q.last_wrong_at, q.attempt_day, coalesce(q.right_answers, 0),
         coalesce(q.wrong_answers, 0)
  from kept_learning k, jsonb_to_recordset(k.quizzes)
    as q (lesson_id text, passed_at timestamptz, last_wrong_at timestamptz, attempt_day date, right_answers int,
          wrong_answers int)
  where k.user_id = $2 on conflict do nothing`

const INSERT_KEPT_LABS = sql`
  insert into lesson_labs (user_id, lesson_id, done_at)
  select $1, b.lesson_id, b.done_at
  from kept_learning k, jsonb_to_recordset(k.labs) as b (lesson_id text, done_at timestamptz)
  where k.user_id = $2 on conflict do nothing`

const INSERT_KEPT_PLACEMENTS = sql`
  insert into placements (user_id, unit_id, day, questions, right_questions, wrong_questions, started_at, finished_at)
  select $1, p.unit_id, p.day, p.questions, p.right_questions, p.wrong_questions, p.started_at, p.finished_at
  from kept_learning k, jsonb_to_recordset(k.placements)
    as p (unit_id text, day date, questions text[], right_questions text[], wrong_questions text[],
          started_at timestamptz, finished_at timestamptz)
  where k.user_id = $2 on conflict do nothing`

const RESETTLE_OFFER = sql`
  update learners l set offered_on = null, offered_lessons = '{}'
  where l.user_id = $1 and exists (
    select 1 from lesson_completions c
    where c.user_id = l.user_id and c.lesson_id = any(l.offered_lessons) and c.day < l.offered_on)`

/** Lets the day offer other lessons in the place of those that count as done since they were carried. */
export async function resettleOffer(tx: Tx, userId: string): Promise<void> {
  await tx.query(RESETTLE_OFFER, [userId])
}

async function insertKeptAttempts(tx: Tx, userId: string, from: string): Promise<void> {
  await tx.query(INSERT_KEPT_QUIZZES, [userId, from])
  await tx.query(INSERT_KEPT_LABS, [userId, from])
  await tx.query(INSERT_KEPT_PLACEMENTS, [userId, from])
}
