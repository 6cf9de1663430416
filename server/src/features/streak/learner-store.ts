import type { Day } from '@aura/api/day'
import { AppError } from '#platform/app-error'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import type { CountedDay } from './streak.rules.ts'

const learners = columns('learners')

export type Learner = RowOf<typeof FIND_LEARNER>

export const LEARNER_COLUMNS = fragment`${learners('timeZone', 'timeZoneChangedAt', 'dayFloor', { days: 'streakDays' }, 'lastDay')},
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

/** Locks a learner, which serialises their claims, answers and time zone changes. */
export async function lockLearner(db: Queryable, userId: string): Promise<Learner> {
  const [row] = await db.query(LOCK_LEARNER, [userId])
  if (!row) throw new Error(`user ${userId} has no learner`)
  // A separate statement, because the account may have been deleted while this waited for the lock.
  const gone = await db.query(IS_DELETED, [userId])
  if (gone.length > 0) throw new AppError('UNAUTHORIZED')
  return row
}

const UPDATE_STREAK = sql`
  update learners set streak_days = $2, last_day = greatest(last_day, $3::date), excused_days = '{}', rest_days = $4,
                      rest_progress = $5, rest_counted_on = $6
  where user_id = $1`

/** Stores a streak. The last day only moves forward, even if the clock was set back over midnight. */
export async function updateStreak(
  db: Queryable,
  userId: string,
  day: Day,
  { days, restDays, restProgress, restCountedOn }: CountedDay,
): Promise<void> {
  await db.query(UPDATE_STREAK, [userId, days, day, restDays, restProgress, restCountedOn])
}

/** Returns columns for other features' statements, for `readStreak`. `alias` is SQL, never input. */
export const streakColumns = <const A extends string>(alias: A) => {
  const l = columns('streaks', alias)
  const days = (alias.endsWith('?') ? 'text[]?' : 'text[]') as A extends `${string}?` ? 'text[]?' : 'text[]'
  return fragment`${l('timeZone', 'dayFloor', { days: 'streakDays' }, 'lastDay', 'restDays')},
    ${alias.replace('?', '')}.excused_days::text[] as ${out('excusedDays', days)}`
}

const ERASE_LEARNER = sql`
  update learners set time_zone = 'UTC', time_zone_changed_at = null, day_floor = null, streak_days = 0,
                      last_day = null, excused_days = '{}', rest_days = 0, rest_progress = 0, rest_counted_on = null,
                      offered_on = null, offered_lessons = '{}'
  where user_id = $1`

/** Erases a learner. The row stays, because queries that list users join it. */
export async function eraseLearner(db: Queryable, userId: string): Promise<void> {
  await db.query(ERASE_LEARNER, [userId])
}
