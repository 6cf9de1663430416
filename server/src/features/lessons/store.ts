import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import { AppError } from '#platform/app-error'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'
import type { Attempt } from './check/check.rules.ts'
import type { Day } from './day.rules.ts'
import type { CountedDay, History } from './streak/streak.rules.ts'

const learners = columns('learners')

const lessonCompletions = columns('lesson_completions')
const timeZoneChanges = columns('time_zone_changes')
const lessonQuizzes = columns('lesson_quizzes')
const c = columns('lesson_completions', 'c?')

export type Learner = RowOf<typeof FIND_LEARNER>

const LEARNER_COLUMNS = fragment`${learners('timeZone', 'timeZoneChangedAt', 'dayFloor', { days: 'streakDays' }, 'lastDay')},
  excused_days::text[] as ${out('excusedDays', 'text[]')},
  ${learners('restDays', 'restProgress', 'restCountedOn', 'offeredOn', 'offeredLessons')}`

const INSERT_LEARNER = sql`insert into learners (user_id, time_zone) values ($1, $2)`

export async function insertLearner(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db.query(INSERT_LEARNER, [userId, timeZone])
}

const FIND_LEARNER = sql`select ${LEARNER_COLUMNS} from learners where user_id = $1`

export async function findLearner(db: Queryable, userId: string): Promise<Learner> {
  const [row] = await db.query(FIND_LEARNER, [userId])
  if (!row) throw new Error(`user ${userId} has no learner`)
  return row
}

const IS_DELETED = sql`select 1 from user_profiles where id = $1 and deleted_at is not null`

const LOCK_LEARNER = sql`select ${LEARNER_COLUMNS} from learners where user_id = $1 for update`

/** Serialises one user's claims, answers and time zone changes. */
export async function lockLearner(db: Queryable, userId: string): Promise<Learner> {
  const [row] = await db.query(LOCK_LEARNER, [userId])
  if (!row) throw new Error(`user ${userId} has no learner`)
  // A separate statement: the account may have been deleted while this waited for the lock.
  const gone = await db.query(IS_DELETED, [userId])
  if (gone.length > 0) throw new AppError('UNAUTHORIZED')
  return row
}

const SETTLE_LESSONS = sql`
  update learners set offered_lessons = case when offered_on = $2 then offered_lessons else $3::text[] end,
                      offered_on = $2
  where user_id = $1 returning ${learners('offeredLessons')}`

export async function settleLessons(db: Queryable, userId: string, day: Day, lessonIds: string[]): Promise<string[]> {
  const [row] = await db.query(SETTLE_LESSONS, [userId, day, lessonIds])
  return row?.offeredLessons ?? lessonIds
}

const UPDATE_STREAK = sql`
  update learners set streak_days = $2, last_day = greatest(last_day, $3::date), excused_days = '{}', rest_days = $4,
                      rest_progress = $5, rest_counted_on = $6
  where user_id = $1`

/** The last day only moves forward, even if the clock went back over midnight. */
export async function updateStreak(
  db: Queryable,
  userId: string,
  day: Day,
  { days, restDays, restProgress, restCountedOn }: CountedDay,
): Promise<void> {
  await db.query(UPDATE_STREAK, [userId, days, day, restDays, restProgress, restCountedOn])
}

const UPDATE_TIME_ZONE = sql`
  update learners set time_zone = $2, time_zone_changed_at = $3, day_floor = $4, excused_days = $5::date[]
  where user_id = $1`

const INSERT_TIME_ZONE_CHANGE = sql`
  insert into time_zone_changes (user_id, changed_at, from_zone, to_zone, day_before, day_after)
  values ($1, $2, $3, $4, $5, $6)`

export async function updateTimeZone(
  db: Queryable,
  userId: string,
  change: { fromZone: string; toZone: string; at: Date; dayBefore: Day; dayAfter: Day; excusedDays: Day[] },
): Promise<void> {
  await db.query(UPDATE_TIME_ZONE, [userId, change.toZone, change.at, change.dayAfter, change.excusedDays])
  await db.query(INSERT_TIME_ZONE_CHANGE, [
    userId,
    change.at,
    change.fromZone,
    change.toZone,
    change.dayBefore,
    change.dayAfter,
  ])
}

export type Completion = RowOf<typeof FIND_COMPLETIONS>

const FIND_COMPLETIONS = sql`
  select ${lessonCompletions('lessonId', 'day', 'auraEarned')} from lesson_completions
  where user_id = $1 order by completed_at, lesson_id`

export async function findCompletions(db: Queryable, userId: string): Promise<Completion[]> {
  return db.query(FIND_COMPLETIONS, [userId])
}

export interface Claim extends Completion {
  at: Date
  isReview: boolean
  streakAfter: number
  restedDays: readonly Day[]
}

const FIND_CLAIMS = sql`
  select ${lessonCompletions('lessonId', 'day', 'auraEarned', { at: 'completedAt' }, 'isReview', 'streakAfter')},
         rested_days::text[] as ${out('restedDays', 'text[]')}
  from lesson_completions where user_id = $1 and day between $2 and $3 and streak_after > 0
  order by completed_at, lesson_id`

export async function findClaims(
  db: Queryable,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Claim[]> {
  return db.query(FIND_CLAIMS, [userId, from, to])
}

export interface StreakFigures {
  firstDay: Day | null
  longestStreak: number
  lessonsFinished: number
  runStart: Day | null
}

const FIND_STREAK_FIGURES = sql`
  select min(day) filter (where streak_after > 0) as ${out('firstDay', 'date?')},
         coalesce(max(streak_after), 0) as ${out('longestStreak', 'int')},
         (count(*) filter (where not is_review))::int as ${out('lessonsFinished', 'int')},
         max(day) filter (where streak_after = 1) as ${out('runStart', 'date?')}
  from lesson_completions where user_id = $1`

export async function findStreakFigures(db: Queryable, userId: string): Promise<StreakFigures> {
  const [row] = await db.query(FIND_STREAK_FIGURES, [userId])
  return row as StreakFigures
}

export type TimeZoneChange = RowOf<typeof FIND_TIME_ZONE_CHANGES>

const FIND_TIME_ZONE_CHANGES = sql`
  select ${timeZoneChanges('changedAt', 'fromZone', 'dayBefore', 'dayAfter')}
  from time_zone_changes where user_id = $1 order by changed_at`

export async function findTimeZoneChanges(db: Queryable, userId: string): Promise<TimeZoneChange[]> {
  return db.query(FIND_TIME_ZONE_CHANGES, [userId])
}

const INSERT_COMPLETION = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after,
                                  rest_days_after, rested_days, difficulty)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::date[], $10)`

export async function insertCompletion(
  db: Queryable,
  completion: {
    userId: string
    lessonId: string
    day: Day
    at: Date
    isReview: boolean
    auraEarned: number
    streakAfter: number
    restDaysAfter: number
    restedDays: readonly Day[]
    difficulty: Difficulty | null
  },
): Promise<void> {
  const { userId, lessonId, day, at, isReview, auraEarned, streakAfter, restDaysAfter, restedDays } = completion
  await db.query(INSERT_COMPLETION, [
    userId,
    lessonId,
    day,
    at,
    isReview,
    auraEarned,
    streakAfter,
    restDaysAfter,
    restedDays,
    completion.difficulty,
  ])
}

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

/** A passed lesson stays passed. */
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

/** For other features' statements; read with `readStreak`. `alias` is SQL, never input; `?` as in `columns`. */
export const streakColumns = <const A extends string>(alias: A) => {
  const l = columns('streaks', alias)
  const days = (alias.endsWith('?') ? 'text[]?' : 'text[]') as A extends `${string}?` ? 'text[]?' : 'text[]'
  return fragment`${l('timeZone', 'dayFloor', { days: 'streakDays' }, 'lastDay', 'restDays')},
    ${alias.replace('?', '')}.excused_days::text[] as ${out('excusedDays', days)}`
}

const FIND_HISTORIES = sql`
  select asked.place as ${out('place', 'bigint')}, ${c({ lastDay: 'day' })},
         coalesce(c.streak_after, 0) as ${out('days', 'int')},
         coalesce(c.rest_days_after, 0) as ${out('restDays', 'int')},
         coalesce((select z.from_zone from time_zone_changes z where z.user_id = l.user_id
                   order by z.changed_at limit 1), l.time_zone) as ${out('firstZone', 'text')},
         coalesce((select jsonb_agg(jsonb_build_object(
                     'toZone', z.to_zone, 'dayBefore', z.day_before, 'dayAfter', z.day_after,
                     'isAfterLastClaim', c.completed_at is null or z.changed_at > c.completed_at)
                     order by z.changed_at)
                   from time_zone_changes z where z.user_id = l.user_id and z.changed_at <= asked.at),
                  '[]'::jsonb) as ${out('changes', 'json', of<History['changes']>)}
  from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (user_id, at, place)
  join learners l on l.user_id = asked.user_id
  left join lateral (
    select day, streak_after, rest_days_after, completed_at from lesson_completions
    where user_id = l.user_id and completed_at <= asked.at
    order by completed_at desc, streak_after desc, rest_days_after desc limit 1
  ) c on true`

/** Up to each moment, in order; null for unknown learners. */
export async function findHistories(
  db: Queryable,
  moments: readonly { userId: string; at: Date }[],
): Promise<(History | null)[]> {
  const rows = await db.query(FIND_HISTORIES, [
    moments.map(({ userId }) => userId),
    moments.map(({ at }) => at.toISOString()),
  ])
  const found = new Map(rows.map((row) => [row.place, row]))
  return moments.map((_, index) => found.get(index + 1) ?? null)
}

const FIND_LEARNING_TIMES = sql`
  select asked.user_id as ${out('userId', 'uuid')}, first.at as ${out('at', 'timestamptz')}
  from unnest($1::uuid[]) as asked (user_id) cross join lateral (
    select min(completed_at) as at from lesson_completions c where c.user_id = asked.user_id and streak_after > 0
    group by c.day order by c.day desc limit $2
  ) first order by first.at desc`

/** When each first learned on their latest days that had any, at most `days`; latest first. */
export async function findLearningTimes(
  db: Queryable,
  userIds: readonly string[],
  days: number,
): Promise<Map<string, Date[]>> {
  const rows = await db.query(FIND_LEARNING_TIMES, [userIds, days])
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([id, all]) => [id, all.map(({ at }) => at)]))
}

const FIND_LIVED_DAYS = sql`
  select ${learners('userId')}, ${LEARNER_COLUMNS},
         (select coalesce(array_agg(distinct c.day::text), '{}') from lesson_completions c
          where c.user_id = learners.user_id and c.day >= $2 and streak_after > 0) as ${out('learned', 'text[]')},
         (select coalesce(array_agg(distinct rested::text), '{}')
          from lesson_completions c, unnest(c.rested_days) as rested
          where c.user_id = learners.user_id and c.day >= $2) as ${out('rested', 'text[]')},
         coalesce((select jsonb_agg(jsonb_build_object('dayBefore', z.day_before, 'dayAfter', z.day_after))
                   from time_zone_changes z where z.user_id = learners.user_id and z.day_after >= $2),
                  '[]'::jsonb) as ${out('changes', 'json', of<{ dayBefore: Day; dayAfter: Day }[]>)}
  from learners where user_id = any($1::uuid[])`

/** The days on which users learned, rested or changed their time zone, from a day on. */
export const findLivedDays = (db: Queryable, userIds: readonly string[], since: Day) =>
  db.query(FIND_LIVED_DAYS, [userIds, since])

const ERASE_LEARNER = sql`
  update learners set time_zone = 'UTC', time_zone_changed_at = null, day_floor = null, streak_days = 0,
                      last_day = null, excused_days = '{}', rest_days = 0, rest_progress = 0, rest_counted_on = null,
                      offered_on = null, offered_lessons = '{}'
  where user_id = $1`

/** The row stays: queries that list users join it. */
export async function eraseLearner(db: Queryable, userId: string): Promise<void> {
  await db.query(ERASE_LEARNER, [userId])
}
