import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import type { Result } from './league.rules.ts'

const e = columns('league_entries', 'e')
const w = columns('league_weeks', 'w')
const last = columns('league_entries', 'last?')

/** Returns SQL for the moment at which a week's first hour is over. */
const drawnAt = (week: string) => `league_week_start(${week}) + interval '${LEAGUE_RULES.drawMinutes} minutes'`

const FIND_WEEK = sql`
  select first.week as ${out('week', 'int')},
         coalesce($1::timestamptz, clock_timestamp()) < ${drawnAt('first.week')}
         or exists (select 1 from league_weeks w where w.week < first.week and w.closed * ${LEAGUE_RULES.people} < w.seats)
           as ${out('isEarly', 'boolean')}
  from (select e.week from league_entries e where e.league is null order by e.week limit 1) first`

/** Returns the first week that has people without a seat; `isEarly` in its first hour and while an earlier one isn't closed. */
export async function findWeekToSeat(
  db: Queryable,
  now: Date | null,
): Promise<{ week: number; isEarly: boolean } | undefined> {
  return (await db.query(FIND_WEEK, [now]))[0]
}

const INSERT_LEVELS = sql`
  insert into league_weeks (week, level) select $1, generate_series(1, ${LEAGUE_RULES.levels.length}) on conflict do nothing`
const LOCK_LEVELS = sql`
  select ${w('level', 'seats', 'closed', 'seed')} from league_weeks w where w.week = $1 order by w.level for update skip locked`

export interface LockedSeats {
  /** Seats taken on each level, lowest first. */
  seats: number[]
  isDrawn: boolean
}

/** Returns the seats, or undefined while another server seats people of the week. */
export async function lockSeats(tx: Tx, week: number): Promise<LockedSeats | undefined> {
  await tx.query(INSERT_LEVELS, [week])
  const rows = await tx.query(LOCK_LEVELS, [week])
  if (rows.length < LEAGUE_RULES.levels.length) return undefined
  // A person who comes after their league was closed starts another one.
  const seats = rows.map(({ seats: taken, closed }) => Math.max(taken, closed * LEAGUE_RULES.people))
  return { seats, isDrawn: rows.every(({ seed }) => seed !== null) }
}

const UPDATE_SEED = sql`update league_weeks set seed = $2 where week = $1`
const DRAW_LOTS = sql`
  update league_entries e set lot = league_lot($2, e.user_id)
  where e.week = $1 and e.league is null and e.first_at < ${drawnAt('e.week')}`

/** Draws a lot for everyone who learned first within the first hour of a locked week. Their number is not bounded. */
export async function drawLots(tx: Tx, week: number, seed: string): Promise<void> {
  await tx.query(UPDATE_SEED, [week, seed])
  await tx.query(DRAW_LOTS, [week, seed])
}

const LOCK_UNSEATED = sql`
  select ${e('userId')}, ${last({ lastWeek: 'week' }, 'level', 'moved')}
  from league_entries e
  left join lateral (
    select x.week, x.level, x.moved from league_entries x
    where x.user_id = e.user_id and x.place is not null order by x.week desc limit 1
  ) last on true
  where e.week = $1 and e.league is null order by e.lot, e.first_at, e.user_id limit $2 for update of e skip locked`

export interface Unseated {
  userId: string
  last: Result | undefined
}

/** Locks people without a seat, in the order of the draw, and then of their first learning. */
export async function lockUnseated(tx: Tx, week: number, limit: number): Promise<Unseated[]> {
  const rows = await tx.query(LOCK_UNSEATED, [week, limit])
  return rows.map(({ userId, lastWeek, level, moved }) => ({
    userId,
    last: lastWeek === null || level === null || moved === null ? undefined : { week: lastWeek, level, moved },
  }))
}

const UPDATE_SEATED = sql`
  update league_entries e set level = s.level, league = s.league
  from unnest($2::uuid[], $3::int[], $4::int[]) as s (user_id, level, league)
  where e.user_id = s.user_id and e.week = $1`
const UPDATE_SEATS = sql`
  update league_weeks w set seats = s.seats from unnest($2::int[]) with ordinality as s (seats, level)
  where w.week = $1 and w.level = s.level`
const DELETE_OLD = sql`
  delete from league_entries e using unnest($1::uuid[], $2::int[]) as kept (user_id, week)
  where e.user_id = kept.user_id and e.week < least(kept.week, $3::int)`

export interface Seat {
  userId: string
  level: number
  league: number
}

/** Stores seats. `seats` are those taken on each level afterwards. */
export async function updateSeats(
  tx: Tx,
  { week, seated, seats }: { week: number; seated: readonly Seat[]; seats: readonly number[] },
): Promise<void> {
  await tx.query(UPDATE_SEATED, [
    week,
    seated.map(({ userId }) => userId),
    seated.map(({ level }) => level),
    seated.map(({ league }) => league),
  ])
  await tx.query(UPDATE_SEATS, [week, seats])
}

/** Deletes old results of these people, but never the last one, which determines their level. */
export async function deleteOldResults(tx: Tx, people: readonly Unseated[], week: number): Promise<void> {
  const known = people.flatMap(({ userId, last: result }) => (result ? [{ userId, week: result.week }] : []))
  await tx.query(DELETE_OLD, [
    known.map(({ userId }) => userId),
    known.map((each) => each.week),
    week - LEAGUE_RULES.keptWeeks,
  ])
}
