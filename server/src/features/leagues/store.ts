import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const e = columns('league_entries', 'e')
const u = columns('user_profiles', 'u')

const INSERT_MEMBER = sql`
  insert into league_members (user_id, joined_at) values ($1, coalesce($2::timestamptz, clock_timestamp()))
  on conflict do nothing`
const SCORE_ENTRY = sql`select score_league_entry($1, $2)`

/** Stores a member; their learning in the week counts. Call under the learner's lock, as all learning is. */
export async function insertMember(tx: Tx, userId: string, week: number, now: Date | null): Promise<void> {
  await tx.query(INSERT_MEMBER, [userId, now])
  await tx.query(SCORE_ENTRY, [userId, week])
}

const DELETE_MEMBER = sql`delete from league_members where user_id = $1`
const DELETE_UNSEATED = sql`delete from league_entries where user_id = $1 and week = $2 and league is null`
const UPDATE_OUT = sql`update league_entries set is_out = true where user_id = $1 and week = $2 and place is null`

/** Deletes a member. The caller holds the learner's lock. */
export async function deleteMember(tx: Tx, userId: string, week: number): Promise<void> {
  await tx.query(DELETE_MEMBER, [userId])
  await tx.query(DELETE_UNSEATED, [userId, week])
  await tx.query(UPDATE_OUT, [userId, week])
}

const IS_MEMBER = sql`
  select exists (select 1 from league_members where user_id = $1) as ${out('isMember', 'boolean')}`

export async function isMember(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(IS_MEMBER, [userId]))[0]?.isMember ?? false
}

const FIND_ENTRY = sql`
  select ${e('level', 'league')} from league_entries e where e.user_id = $1 and e.week = $2 and not e.is_out`

export async function findEntry(
  db: Queryable,
  userId: string,
  week: number,
): Promise<RowOf<typeof FIND_ENTRY> | undefined> {
  return (await db.query(FIND_ENTRY, [userId, week]))[0]
}

const FIND_RESULT = sql`
  select ${e('week', 'level', 'place', 'moved')},
         (select max(x.place) from league_entries x where x.week = e.week and x.level = e.level and x.league = e.league)
           as ${out('people', 'int')}
  from league_entries e where e.user_id = $1 and e.place is not null order by e.week desc limit 1`

export interface LeagueResult {
  week: number
  level: number
  place: number
  moved: number
  /** Number of people with a place, at least this person's, though rows of deleted accounts are gone. */
  people: number
}

/** Returns the result of their last closed week. */
export async function findResult(db: Queryable, userId: string): Promise<LeagueResult | undefined> {
  return (await db.query(FIND_RESULT, [userId]))[0] as LeagueResult | undefined
}

const FIND_ROWS = sql`
  select ${e('points')}, ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}
  from league_entries e join user_profiles u on u.id = e.user_id join streaks l on l.user_id = u.id
  where e.week = $1 and e.level = $2 and e.league = $3 and not e.is_out
  order by e.points desc, e.reached_at, e.user_id`

/** Returns the rows of a league, best first. */
export async function findRows(
  db: Queryable,
  { week, level, league }: { week: number; level: number; league: number },
  at: Date,
): Promise<{ points: number; person: OtherPerson }[]> {
  const rows = await db.query(FIND_ROWS, [week, level, league])
  return rows.map((row) => ({
    points: row.points,
    person: {
      id: row.id,
      username: row.username,
      profileImageUrl: row.profileImageUrl,
      currentStreak: readStreak(row, at),
    },
  }))
}
