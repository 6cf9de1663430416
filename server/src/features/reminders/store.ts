import type { ReminderHours } from '@aura/api/calls/reminders'
import { REMINDER_RULES } from '@aura/api/rules/reminders'
import { streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { hourOfRound, type Round } from './rounds.ts'

const r = columns('reminders', 'r')
const l = columns('streaks', 'l')
const u = columns('user_profiles', 'u')
const reminders = columns('reminders')
const reminderRounds = columns('reminder_rounds')

const FIND_HOURS = sql`select ${reminders('chosenHour', 'usualHour')} from reminders where user_id = $1`

export async function findHours(db: Queryable, userId: string): Promise<ReminderHours> {
  return (await db.query(FIND_HOURS, [userId]))[0] ?? { chosenHour: null, usualHour: null }
}

const UPDATE_CHOSEN = sql`update reminders set chosen_hour = $2 where user_id = $1`

export async function updateChosenHour(db: Queryable, userId: string, hour: number | null): Promise<void> {
  await db.query(UPDATE_CHOSEN, [userId, hour])
}

const LOCK_STALE = sql`
  select ${reminders('userId', 'timeZone')} from reminders where is_stale order by user_id limit $1
  for update skip locked`

export async function lockStale(tx: Tx, limit: number): Promise<RowOf<typeof LOCK_STALE>[]> {
  return tx.query(LOCK_STALE, [limit])
}

const UPDATE_USUAL = sql`
  update reminders r set usual_hour = new.hour, is_stale = false
  from unnest($1::uuid[], $2::int[]) as new (user_id, hour) where r.user_id = new.user_id`

export async function updateUsualHours(
  tx: Tx,
  list: readonly { userId: string; hour: number | null }[],
): Promise<void> {
  await tx.query(UPDATE_USUAL, [list.map(({ userId }) => userId), list.map(({ hour }) => hour)])
}

const HAS_STALE = sql`select 1 from reminders where is_stale limit 1`

export const hasStale = async (db: Queryable): Promise<boolean> => (await db.query(HAS_STALE)).length > 0

const LOCK_ROUND = sql`
  select ${reminderRounds('timeZone', 'day', 'step', 'doneUpTo')} from reminder_rounds
  where due_at <= coalesce($1::timestamptz, clock_timestamp()) order by due_at, time_zone limit 1
  for update skip locked`

export type DueRound = RowOf<typeof LOCK_ROUND>

/** Locks the most overdue round that no other server is working on. */
export async function lockRound(tx: Tx, now: Date | null): Promise<DueRound | undefined> {
  return (await tx.query(LOCK_ROUND, [now]))[0]
}

const UPDATE_ROUND = sql`
  update reminder_rounds set day = $2, step = $3, due_at = $4, done_up_to = null where time_zone = $1`

export async function updateRound(tx: Tx, { timeZone, day, step }: Round, dueAt: Date): Promise<void> {
  await tx.query(UPDATE_ROUND, [timeZone, day, step, dueAt])
}

const UPDATE_DONE = sql`update reminder_rounds set done_up_to = $2 where time_zone = $1`

export async function updateDoneUpTo(tx: Tx, timeZone: string, userId: string): Promise<void> {
  await tx.query(UPDATE_DONE, [timeZone, userId])
}

const POSTPONE_ROUND = sql`
  update reminder_rounds set due_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where time_zone = $1`

export async function postponeRound(db: Queryable, timeZone: string, now: Date | null, ms: number): Promise<void> {
  await db.query(POSTPONE_ROUND, [timeZone, now, ms])
}

const MS_UNTIL_ROUND = sql`
  select ceil(extract(epoch from greatest(due_at, now.at) - now.at) * 1000)::bigint as ${out('ms', 'bigint')}
  from reminder_rounds, (select coalesce($1::timestamptz, clock_timestamp()) as at) now order by due_at limit 1`

/** Returns null if there are no learners. A zone that is not planned yet is due now. */
export async function msUntilRound(db: Queryable, now: Date | null): Promise<number | null> {
  return (await db.query(MS_UNTIL_ROUND, [now]))[0]?.ms ?? null
}

const CANDIDATE = fragment`${r('userId')}, ${streakColumns('l')},
  coalesce(r.chosen_hour, r.usual_hour) is not null as ${out('hasHour', 'boolean')}`

const FIND_OF_HOUR = sql`
  select ${CANDIDATE} from reminders r join streaks l on l.user_id = r.user_id
  where r.time_zone = $1 and coalesce(r.chosen_hour, r.usual_hour) = $2 and r.user_id > $3::uuid
  order by r.user_id limit $4`

/** Two reads in the order of the index, which a single condition for both would not be. */
const FIND_OF_HOUR_AND_OTHERS = sql`
  select ${CANDIDATE}
  from ((select * from reminders where time_zone = $1 and coalesce(chosen_hour, usual_hour) = $2 and user_id > $3::uuid
         order by user_id limit $4)
        union all
        (select * from reminders where time_zone = $1 and coalesce(chosen_hour, usual_hour) is null and user_id > $3::uuid
         order by user_id limit $4)) r join streaks l on l.user_id = r.user_id
  order by r.user_id limit $4`

/** A live streak is never longer than the run it belongs to. */
const FIND_WITH_STREAK = sql`
  select ${r('userId')}, ${streakColumns('l')}, true as ${out('hasHour', 'boolean')}
  from reminders r join streaks l on l.user_id = r.user_id
  where r.time_zone = $1 and l.streak_days >= ${REMINDER_RULES.lastCallStreak} and r.user_id > $2::uuid
  order by r.user_id limit $3`

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export type Candidate = RowOf<typeof FIND_OF_HOUR>

/** Returns the next people of a round, by id. `withOthers` includes people without an hour. */
export async function findCandidates(
  tx: Tx,
  round: Round,
  { after, limit, withOthers }: { after: string | null; limit: number; withOthers: boolean },
): Promise<Candidate[]> {
  const hour = hourOfRound(round)
  const from = after ?? BEFORE_ALL
  if (hour === null) return tx.query(FIND_WITH_STREAK, [round.timeZone, from, limit])
  const asked = [round.timeZone, hour, from, limit]
  return withOthers ? tx.query(FIND_OF_HOUR_AND_OTHERS, asked) : tx.query(FIND_OF_HOUR, asked)
}

const FIND_DELETED = sql`select ${u('id')} from user_profiles u where u.id = any($1::uuid[]) and u.deleted_at is not null`

export async function findDeleted(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  return new Set((await tx.query(FIND_DELETED, [userIds])).map(({ id }) => id))
}

const HOLD_LEARNERS = sql`
  select ${l('userId')}, ${streakColumns('l')} from streaks l where l.user_id = any($1::uuid[])
  order by l.user_id for share of l`

/** Locks learners, so that no lesson or review of theirs counts until the transaction ends. */
export async function holdLearners(tx: Tx, userIds: readonly string[]): Promise<RowOf<typeof HOLD_LEARNERS>[]> {
  return tx.query(HOLD_LEARNERS, [userIds])
}
