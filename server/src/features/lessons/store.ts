import { AppError } from '#platform/app-error'
import type { Queryable } from '#platform/db/db'
import type { Day } from './day.rules.ts'
import type { History } from './streak/streak.rules.ts'

export interface Learner {
  timeZone: string
  timeZoneChangedAt: Date | null
  dayFloor: Day | null
  days: number
  lastDay: Day | null
  excusedDays: Day[]
  offeredOn: Day | null
  offeredLessons: string[]
}

const LEARNER_COLUMNS = `time_zone as "timeZone", time_zone_changed_at as "timeZoneChangedAt", day_floor as "dayFloor",
  streak_days as days, last_day as "lastDay", excused_days::text[] as "excusedDays",
  offered_on as "offeredOn", offered_lessons as "offeredLessons"`

export async function insertLearner(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db.query('insert into learners (user_id, time_zone) values ($1, $2)', [userId, timeZone])
}

export async function findLearner(db: Queryable, userId: string): Promise<Learner> {
  const [row] = await db.query<Learner>(`select ${LEARNER_COLUMNS} from learners where user_id = $1`, [userId])
  if (!row) throw new Error(`user ${userId} has no learner`)
  return row
}

/** Serialises one user's claims, answers and time zone changes. */
export async function lockLearner(db: Queryable, userId: string): Promise<Learner> {
  const [row] = await db.query<Learner>(`select ${LEARNER_COLUMNS} from learners where user_id = $1 for update`, [
    userId,
  ])
  if (!row) throw new Error(`user ${userId} has no learner`)
  // A separate statement: the account may have been deleted while this waited for the lock.
  const gone = await db.query('select 1 from user_profiles where id = $1 and deleted_at is not null', [userId])
  if (gone.length > 0) throw new AppError('UNAUTHORIZED')
  return row
}

/** Returns the day's lessons, settled now or before. */
export async function settleLessons(db: Queryable, userId: string, day: Day, lessonIds: string[]): Promise<string[]> {
  const [row] = await db.query<{ offeredLessons: string[] }>(
    `update learners set offered_lessons = case when offered_on = $2 then offered_lessons else $3::text[] end,
                         offered_on = $2
     where user_id = $1 returning offered_lessons as "offeredLessons"`,
    [userId, day, lessonIds],
  )
  return row?.offeredLessons ?? lessonIds
}

/** The last day only moves forward, even if the clock went back over midnight. */
export async function updateStreak(db: Queryable, userId: string, days: number, day: Day): Promise<void> {
  await db.query(
    `update learners set streak_days = $2, last_day = greatest(last_day, $3::date), excused_days = '{}'
     where user_id = $1`,
    [userId, days, day],
  )
}

export async function updateTimeZone(
  db: Queryable,
  userId: string,
  change: { fromZone: string; toZone: string; at: Date; dayBefore: Day; dayAfter: Day; excusedDays: Day[] },
): Promise<void> {
  await db.query(
    `update learners set time_zone = $2, time_zone_changed_at = $3, day_floor = $4, excused_days = $5::date[]
     where user_id = $1`,
    [userId, change.toZone, change.at, change.dayAfter, change.excusedDays],
  )
  await db.query(
    `insert into time_zone_changes (user_id, changed_at, from_zone, to_zone, day_before, day_after)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, change.at, change.fromZone, change.toZone, change.dayBefore, change.dayAfter],
  )
}

export interface Completion {
  lessonId: string
  day: Day
  auraEarned: number
}

/** Oldest first. */
export async function findCompletions(db: Queryable, userId: string): Promise<Completion[]> {
  return db.query<Completion>(
    `select lesson_id as "lessonId", day, aura_earned as "auraEarned" from lesson_completions
     where user_id = $1 order by completed_at, lesson_id`,
    [userId],
  )
}

export interface Claim extends Completion {
  at: Date
  isReview: boolean
  streakAfter: number
}

/** Inclusive, oldest first. */
export async function findClaims(
  db: Queryable,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Claim[]> {
  return db.query<Claim>(
    `select lesson_id as "lessonId", day, aura_earned as "auraEarned", completed_at as at, is_review as "isReview",
            streak_after as "streakAfter"
     from lesson_completions where user_id = $1 and day between $2 and $3 order by completed_at, lesson_id`,
    [userId, from, to],
  )
}

export interface StreakFigures {
  firstDay: Day | null
  longestStreak: number
  lessonsFinished: number
  runStart: Day | null
}

export async function findStreakFigures(db: Queryable, userId: string): Promise<StreakFigures> {
  const [row] = await db.query<StreakFigures>(
    `select min(day) as "firstDay", coalesce(max(streak_after), 0) as "longestStreak",
            (count(*) filter (where not is_review))::int as "lessonsFinished",
            max(day) filter (where streak_after = 1) as "runStart"
     from lesson_completions where user_id = $1`,
    [userId],
  )
  return row as StreakFigures
}

export interface TimeZoneChange {
  changedAt: Date
  fromZone: string
  dayBefore: Day
  dayAfter: Day
}

export async function findTimeZoneChanges(db: Queryable, userId: string): Promise<TimeZoneChange[]> {
  return db.query<TimeZoneChange>(
    `select changed_at as "changedAt", from_zone as "fromZone", day_before as "dayBefore", day_after as "dayAfter"
     from time_zone_changes where user_id = $1 order by changed_at`,
    [userId],
  )
}

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
  },
): Promise<void> {
  const { userId, lessonId, day, at, isReview, auraEarned, streakAfter } = completion
  await db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, lessonId, day, at, isReview, auraEarned, streakAfter],
  )
}

export interface Quiz {
  passedAt: Date | null
  lastWrongAt: Date | null
}

export async function findQuiz(db: Queryable, userId: string, lessonId: string): Promise<Quiz | undefined> {
  const [row] = await db.query<Quiz>(
    `select passed_at as "passedAt", last_wrong_at as "lastWrongAt" from lesson_quizzes
     where user_id = $1 and lesson_id = $2`,
    [userId, lessonId],
  )
  return row
}

/** A passed lesson stays passed. */
export async function upsertQuiz(
  db: Queryable,
  answer: { userId: string; lessonId: string; isCorrect: boolean; at: Date },
): Promise<void> {
  await db.query(
    `insert into lesson_quizzes as known (user_id, lesson_id, passed_at, last_wrong_at)
     values ($1, $2, case when $3 then $4::timestamptz end, case when not $3 then $4::timestamptz end)
     on conflict (user_id, lesson_id) do update set
       passed_at = coalesce(known.passed_at, excluded.passed_at),
       last_wrong_at = coalesce(excluded.last_wrong_at, known.last_wrong_at)`,
    [answer.userId, answer.lessonId, answer.isCorrect, answer.at],
  )
}

/** For another feature's statement; read with `readStreak`. `alias` is SQL, never input. */
export const streakColumns = (alias: string): string =>
  `${alias}.time_zone as "timeZone", ${alias}.day_floor as "dayFloor", ${alias}.streak_days as days,
   ${alias}.last_day as "lastDay", ${alias}.excused_days::text[] as "excusedDays"`

/** Up to each moment, in order; null for unknown learners. */
export async function findHistories(
  db: Queryable,
  moments: readonly { userId: string; at: Date }[],
): Promise<(History | null)[]> {
  const rows = await db.query<{ place: number } & History>(
    `select asked.place, c.day as "lastDay", coalesce(c.streak_after, 0) as days,
            coalesce((select z.from_zone from time_zone_changes z where z.user_id = l.user_id
                      order by z.changed_at limit 1), l.time_zone) as "firstZone",
            coalesce((select jsonb_agg(jsonb_build_object(
                        'toZone', z.to_zone, 'dayBefore', z.day_before, 'dayAfter', z.day_after,
                        'isAfterLastClaim', c.completed_at is null or z.changed_at > c.completed_at)
                        order by z.changed_at)
                      from time_zone_changes z where z.user_id = l.user_id and z.changed_at <= asked.at),
                     '[]'::jsonb) as changes
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (user_id, at, place)
     join learners l on l.user_id = asked.user_id
     left join lateral (
       select day, streak_after, completed_at from lesson_completions
       where user_id = l.user_id and completed_at <= asked.at order by completed_at desc, streak_after desc limit 1
     ) c on true`,
    [moments.map(({ userId }) => userId), moments.map(({ at }) => at.toISOString())],
  )
  const found = new Map(rows.map((row) => [row.place, row]))
  return moments.map((_, index) => found.get(index + 1) ?? null)
}

/** The row stays: queries that list users join it. */
export async function eraseLearner(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update learners set time_zone = 'UTC', time_zone_changed_at = null, day_floor = null, streak_days = 0,
                         last_day = null, excused_days = '{}', offered_on = null, offered_lessons = '{}'
     where user_id = $1`,
    [userId],
  )
}
