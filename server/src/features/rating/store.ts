import { RATING_RULES } from '@aura/api/rules/rating'
import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import type { Score, Standing } from './rating.rules.ts'
import { LOWER_END } from './tables.ts'

const r = columns('ratings', 'r')
const u = columns('user_profiles', 'u')
const c = columns('rating_changes', 'c')

const { battles: FEWEST, againDays, boardDays } = RATING_RULES

const INSERT_NEW = sql`
  insert into ratings (user_id, rating, deviation, volatility, rated, rated_at)
  select person, $2, $3, $4, 0, $5 from unnest($1::uuid[]) person order by person on conflict (user_id) do nothing`

const LOCK_STANDINGS = sql`
  select ${r('userId', 'rating', 'deviation', 'volatility', 'rated')} from ratings r
  where r.user_id = any($1::uuid[]) order by r.user_id for update`

export interface Held extends Standing {
  /** Rated battles so far. */
  rated: number
}

/** Locks these people's standings in id order and returns them by id. Newcomers get the one they start with. */
export async function lockStandings(
  tx: Tx,
  userIds: readonly string[],
  { start, at }: { start: Standing; at: Date },
): Promise<Map<string, Held>> {
  await tx.query(INSERT_NEW, [userIds, start.rating, start.deviation, start.volatility, at])
  const rows = await tx.query(LOCK_STANDINGS, [userIds])
  return new Map(rows.map(({ userId, ...held }) => [userId, held]))
}

/** Returns SQL for a person's accounts: this one, and those it continues after a deletion. */
const accountsOf = (user: string) =>
  `(select ${user} union all select earlier.id from earlier_accounts(${user}) as earlier (id))`

const FIND_AGAIN = sql`
  select pair.nr as ${out('nr', 'bigint')}
  from unnest($1::uuid[], $2::uuid[]) with ordinality pair (one, other, nr)
  where exists (
    select from rating_changes mine join rating_changes theirs on theirs.battle_id = mine.battle_id
    where mine.user_id in ${accountsOf('pair.one')} and mine.at > $3::timestamptz - interval '${againDays} days'
      and ($4::timestamptz is null or mine.at <= $4)
      and theirs.user_id in ${accountsOf('pair.other')})`

/**
 * Returns the indexes of pairs of people who had a rated battle in the `againDays` before `at`, in these accounts or
 * earlier ones. Without `until` later ones count too: those settled by a transaction whose clock was ahead.
 */
export async function findAgain(
  db: Queryable,
  pairs: readonly (readonly [string, string])[],
  { at, until = null }: { at: Date; until?: Date | null },
): Promise<ReadonlySet<number>> {
  const rows = await db.query(FIND_AGAIN, [pairs.map(([one]) => one), pairs.map(([, other]) => other), at, until])
  return new Set(rows.map(({ nr }) => nr - 1))
}

export interface Change {
  battleId: string
  userId: string
  number: number
  score: Score
  before: Standing
  after: Standing
}

const INSERT_CHANGES = sql`
  insert into rating_changes (battle_id, user_id, number, score, rating_before, deviation_before, volatility_before,
                              rating, deviation, volatility, at)
  select change.*, $11 from unnest($1::uuid[], $2::uuid[], $3::int[], $4::smallint[], $5::int[], $6::int[], $7::int[],
                                   $8::int[], $9::int[], $10::int[]) change`

const FOLLOW_CHANGES = sql`
  update ratings r set rating = last.rating, deviation = last.deviation, volatility = last.volatility,
                       rated = last.number, rated_at = $6
  from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[])
    as last (user_id, rating, deviation, volatility, number)
  where r.user_id = last.user_id`

/** Stores changes in order, and the standings they lead to. */
export async function insertChanges(tx: Tx, changes: readonly Change[], at: Date): Promise<void> {
  await tx.query(INSERT_CHANGES, [
    changes.map(({ battleId }) => battleId),
    changes.map(({ userId }) => userId),
    changes.map(({ number }) => number),
    changes.map(({ score }) => score),
    changes.map(({ before }) => before.rating),
    changes.map(({ before }) => before.deviation),
    changes.map(({ before }) => before.volatility),
    changes.map(({ after }) => after.rating),
    changes.map(({ after }) => after.deviation),
    changes.map(({ after }) => after.volatility),
    at,
  ])
  const last = [...new Map(changes.map((change) => [change.userId, change])).values()]
  await tx.query(FOLLOW_CHANGES, [
    last.map(({ userId }) => userId),
    last.map(({ after }) => after.rating),
    last.map(({ after }) => after.deviation),
    last.map(({ after }) => after.volatility),
    last.map(({ number }) => number),
    at,
  ])
}

const low = (row: string) => `(${LOWER_END.replaceAll(/rating|deviation/g, (column) => `${row}.${column}`)})`
/** Returns a condition: somebody with enough battles, one of them lately. `at`: a parameter. */
const isOnBoard = (row: string, at: string) =>
  `${row}.rated >= ${FEWEST} and ${row}.rated_at > ${at}::timestamptz - interval '${boardDays} days'`

const FIND_RATING = sql`
  select ${r('rating', 'deviation', 'rated')},
         case when ${isOnBoard('r', '$2')} then (
           select count(*) + 1 from ratings o
           where ${isOnBoard('o', '$2')}
             and (${low('o')}, r.rated_at, r.user_id) > (${low('r')}, o.rated_at, o.user_id)) end
           as ${out('place', 'bigint?')}
  from ratings r where r.user_id = $1`

export type FoundRating = RowOf<typeof FIND_RATING>

/** Returns a person's rating with their exact place on the board; undefined before their first battle of rounds. */
export async function findRating(db: Queryable, userId: string, at: Date): Promise<FoundRating | undefined> {
  return (await db.query(FIND_RATING, [userId, at]))[0]
}

const FIND_RANKING = sql`
  select ${r('rating', 'deviation', 'rated')}, ${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}
  from ratings r join user_profiles u on u.id = r.user_id join streaks l on l.user_id = u.id
  where ${isOnBoard('r', '$1')} order by ${low('r')} desc, r.rated_at, r.user_id limit $2`

/** Returns the board, best first: of equals, the one who got there first. */
export async function findRanking(
  db: Queryable,
  at: Date,
  limit: number,
): Promise<{ person: OtherPerson; rating: number; deviation: number; rated: number }[]> {
  return (await db.query(FIND_RANKING, [at, limit])).map(
    ({ rating, deviation, rated, id, username, profileImageUrl, ...streak }) => ({
      person: { id, username, profileImageUrl, currentStreak: readStreak(streak, at) },
      rating,
      deviation,
      rated,
    }),
  )
}

const FIND_CHANGES = sql`
  select ${c('userId', 'number', 'ratingBefore', 'deviationBefore', 'rating', 'deviation')},
         u.deleted_at is not null as ${out('isDeleted', 'boolean')}
  from rating_changes c join user_profiles u on u.id = c.user_id where c.battle_id = $1`

export type FoundChange = RowOf<typeof FIND_CHANGES>

/** Returns what a battle changed; nothing if it isn't rated. */
export const findChanges = (db: Queryable, battleId: string): Promise<FoundChange[]> =>
  db.query(FIND_CHANGES, [battleId])
