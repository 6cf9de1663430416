import type { Queryable, Tx } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

const LEAVES_LEARNING = sql`
  select 1 from learners l where l.user_id = $1
  and (l.time_zone_changed_at is not null or exists (select 1 from lesson_quizzes q where q.user_id = $1)
       or exists (select 1 from lesson_completions c where c.user_id = $1)
       or exists (select 1 from placements p where p.user_id = $1))`

/** Returns whether the user has learning to store. */
export async function leavesLearning(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(LEAVES_LEARNING, [userId])
  return rows.length > 0
}

const UPSERT_KEPT_LEARNING = sql`
  insert into kept_learning (identity_hash, key_id, kept_at, time_zone, time_zone_changed_at, day_floor, streak_days,
                             last_day, excused_days, rest_days, rest_progress, rest_counted_on, completions, quizzes, zone_changes,
                             placements)
  select decode(hash, 'hex'), $3, $4::timestamptz, l.time_zone, l.time_zone_changed_at,
         l.day_floor, l.streak_days, l.last_day, l.excused_days, l.rest_days, l.rest_progress, l.rest_counted_on,
         (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' - 'aura_earned' - 'difficulty'), '[]') from lesson_completions c
          where c.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(q) - 'user_id'), '[]') from lesson_quizzes q where q.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(z) - 'user_id'), '[]') from time_zone_changes z where z.user_id = $1),
         (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from placements p
          where p.user_id = $1 and p.day = (select max(day) from placements where user_id = $1))
  from learners l, unnest($2::text[]) as given (hash)
  where l.user_id = $1
  on conflict (identity_hash) do update set
    key_id = excluded.key_id, kept_at = excluded.kept_at, time_zone = excluded.time_zone,
    time_zone_changed_at = excluded.time_zone_changed_at, day_floor = excluded.day_floor,
    streak_days = excluded.streak_days, last_day = excluded.last_day, excused_days = excluded.excused_days,
    rest_days = excluded.rest_days, rest_progress = excluded.rest_progress, rest_counted_on = excluded.rest_counted_on,
    completions = excluded.completions, quizzes = excluded.quizzes, zone_changes = excluded.zone_changes,
    placements = excluded.placements`

/** Stores learning. Replaces earlier data. */
export async function upsertKeptLearning(
  tx: Tx,
  { userId, hashes, keyId, now }: { userId: string; hashes: readonly Uint8Array[]; keyId: string; now: Date },
): Promise<void> {
  await tx.query(UPSERT_KEPT_LEARNING, [userId, hashes.map(hex), keyId, now])
}

const FIND_KEPT_LEARNING = sql`
  select encode(identity_hash, 'hex') as ${out('hash', 'text')},
         md5(concat(kept_at at time zone 'UTC', completions, quizzes)) as ${out('origin', 'text')} from kept_learning
  where identity_hash in (select decode(given.hash, 'hex') from unnest($1::text[]) as given (hash))
  order by kept_at desc limit 1`

/** Returns the hash, in hexadecimal, with the latest data, and a value shared by all hashes of one deleted account. */
export async function findKeptLearning(
  db: Queryable,
  hashes: readonly Uint8Array[],
): Promise<{ hash: string; origin: string } | undefined> {
  return (await db.query(FIND_KEPT_LEARNING, [hashes.map(hex)]))[0]
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
  from kept_learning k where k.identity_hash = decode($2, 'hex') and l.user_id = $1`

const RESTORE_COMPLETIONS = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after,
                                  rest_days_after, rested_days)
  select $1, c.lesson_id, c.day, c.completed_at, c.is_review, 0, c.streak_after, coalesce(c.rest_days_after, 0),
         coalesce(c.rested_days, '{}')
  from kept_learning k, jsonb_to_recordset(k.completions)
    as c (lesson_id text, day date, completed_at timestamptz, is_review boolean, streak_after int,
          rest_days_after int, rested_days date[])
  where k.identity_hash = decode($2, 'hex')`

const RESTORE_TIME_ZONE_CHANGES = sql`
  insert into time_zone_changes (user_id, changed_at, from_zone, to_zone, day_before, day_after)
  select $1, z.changed_at, z.from_zone, z.to_zone, z.day_before, z.day_after
  from kept_learning k, jsonb_to_recordset(k.zone_changes)
    as z (changed_at timestamptz, from_zone text, to_zone text, day_before date, day_after date)
  where k.identity_hash = decode($2, 'hex')`

/** Restores learning. Rewards are 0, because the original ones stayed with the deleted account. */
export async function restoreLearning(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query(RESTORE_LEARNER, [userId, hash])
  await tx.query(RESTORE_COMPLETIONS, [userId, hash])
  await insertKeptAttempts(tx, userId, hash)
  await tx.query(RESTORE_TIME_ZONE_CHANGES, [userId, hash])
}

/** Time before the user's first claim, so that no streak changes. */
const BEFORE_OWN = `least(c.completed_at, (select min(own.completed_at) - interval '1 second'
                                from lesson_completions own where own.user_id = $1))`

const MERGE_LEARNING = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
  select $1, c.lesson_id, c.day, ${BEFORE_OWN}, false, 0, 0
  from kept_learning k, jsonb_to_recordset(k.completions)
    as c (lesson_id text, day date, completed_at timestamptz, is_review boolean)
  where k.identity_hash = decode($2, 'hex') and not c.is_review
    and not exists (select 1 from lesson_completions own where own.user_id = $1 and own.lesson_id = c.lesson_id)`

/** Adds paid lessons to the user's own. */
export async function mergeLearning(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query(MERGE_LEARNING, [userId, hash])
  await insertKeptAttempts(tx, userId, hash)
}

const MERGE_PAID_LESSONS = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
  select distinct on (c.lesson_id) $1::uuid, c.lesson_id, c.day, ${BEFORE_OWN}, false, 0, 0
  from lesson_completions c
  where c.user_id = any($2::uuid[]) and not c.is_review
    and not exists (select 1 from lesson_completions own where own.user_id = $1 and own.lesson_id = c.lesson_id)
  order by c.lesson_id, c.completed_at`

/** Adds the lessons that these users were paid for. */
export async function mergePaidLessons(tx: Tx, userId: string, from: readonly string[]): Promise<void> {
  await tx.query(MERGE_PAID_LESSONS, [userId, from])
}

const INSERT_KEPT_QUIZZES = sql`
  insert into lesson_quizzes (user_id, lesson_id, passed_at, last_wrong_at, attempt_day, right_answers, wrong_answers)
  select $1, q.lesson_id, q.passed_at, q.last_wrong_at, q.attempt_day, coalesce(q.right_answers, 0),
         coalesce(q.wrong_answers, 0)
  from kept_learning k, jsonb_to_recordset(k.quizzes)
    as q (lesson_id text, passed_at timestamptz, last_wrong_at timestamptz, attempt_day date, right_answers int,
          wrong_answers int)
  where k.identity_hash = decode($2, 'hex') on conflict do nothing`

const INSERT_KEPT_PLACEMENTS = sql`
  insert into placements (user_id, unit_id, day, questions, right_questions, wrong_questions, started_at, finished_at)
  select $1, p.unit_id, p.day, p.questions, p.right_questions, p.wrong_questions, p.started_at, p.finished_at
  from kept_learning k, jsonb_to_recordset(k.placements)
    as p (unit_id text, day date, questions text[], right_questions text[], wrong_questions text[],
          started_at timestamptz, finished_at timestamptz)
  where k.identity_hash = decode($2, 'hex') on conflict do nothing`

async function insertKeptAttempts(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query(INSERT_KEPT_QUIZZES, [userId, hash])
  await tx.query(INSERT_KEPT_PLACEMENTS, [userId, hash])
}
