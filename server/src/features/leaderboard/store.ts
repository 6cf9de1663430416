import { readStreak, streakColumns } from '#features/lessons/public'
import type { Queryable } from '#platform/db/db'

export interface RankedUser {
  id: string
  username: string
  profileImageUrl: string | null
  totalBattlesWon: number
  auraPoints: number
  currentStreak: number
}

/** The place of a row: the order is by points, then by who was there first. */
export interface RankKey {
  points: number
  tie: number
  userId: string
}

export type RankedRow = RankedUser & { rank: number; key: RankKey }

type Row = RankedUser & { rank: number; tie: number; atMs: number } & Parameters<typeof readStreak>[0]

/** `now` is a parameter: the moment that counts, the database's own when it is null. */
const userColumns = (
  now: string,
) => `(extract(epoch from coalesce(${now}::timestamptz, clock_timestamp())) * 1000)::float8 as "atMs", u.id, u.username, u.profile_image_url as "profileImageUrl", e.points as "auraPoints", e.tie,
  (select count(*) from battles b where b.winner_id = u.id) as "totalBattlesWon", ${streakColumns('l')}`

/**
 * A number of rows as it stands in a statement: were it a parameter, the planner would expect a tenth of everybody, and
 * read all of them. Rounded up, so that there are few statements.
 */
const rowsOf = (limit: number): number => (limit <= 10 ? limit : Math.ceil(limit / 50) * 50)

const USER_JOINS = 'join users u on u.id = e.user_id join learners l on l.user_id = e.user_id'

/** Who counts on a board: everybody of all time; of a period, who earned something. `alias` is SQL, never input. */
const counts = (alias: string) => `(${alias}.board = 0 or ${alias}.points > 0)`

/** Everybody on the board of a row of `rank_entries`, and those on whole coarse steps above it: one look for both. */
const coarse = (e: string) => `(
  select coalesce(sum(n), 0)::bigint as total, coalesce(sum(n) filter (where lo > rank_block(${e}.points)), 0) as above
  from rank_counters where board = ${e}.board and level = 0)`

/**
 * How many are before a row of `rank_entries`, exactly, as one sum: whole coarse steps of points (joined as `coarse`),
 * whole fine ones, and then the few rows that share the last step. Of equals of few points there may be very many, so those are counted by
 * when they got there first.
 */
const before = (e: string) => `(
  coarse.above
  + coalesce((select sum(n) from rank_counters
              where board = ${e}.board and level = 1
                and lo > rank_bucket(${e}.points) and lo < rank_block_end(${e}.points)), 0)
  + case when ${e}.points < 4096 then
      coalesce((select sum(n) from rank_counters
                where board = ${e}.board and level = 2 and lo = ${e}.points and span > ${e}.tie >> 13), 0)
      + (select count(*) from rank_entries x
         where x.board = ${e}.board and x.points = ${e}.points and (x.tie, x.user_id) > (${e}.tie, ${e}.user_id)
           and x.tie < ((${e}.tie >> 13) + 1) << 13)
    else
      (select count(*) from rank_entries x
       where x.board = ${e}.board and (x.points, x.tie, x.user_id) > (${e}.points, ${e}.tie, ${e}.user_id)
         and x.points < rank_bucket_end(${e}.points))
    end)::bigint`

const total = (board: string) =>
  `coalesce((select sum(n) from rank_counters where board = ${board} and level = 0), 0)::bigint`

const present = ({ rank, tie, atMs, ...row }: Row): RankedRow => ({
  rank,
  key: { points: row.auraPoints, tie, userId: row.id },
  id: row.id,
  username: row.username,
  profileImageUrl: row.profileImageUrl,
  totalBattlesWon: row.totalBattlesWon,
  auraPoints: row.auraPoints,
  currentStreak: readStreak(row, new Date(atMs)),
})

/** The best of a board, or those after a row of it, with their places. */
export async function findPage(
  db: Queryable,
  { board, after, limit }: { board: number; after: RankKey | null; limit: number },
  now: Date | null,
): Promise<RankedRow[]> {
  const rows = await db.query<Row>(
    `with page as materialized (
       select e.* from rank_entries e
       where e.board = $1 and ${counts('e')} ${after ? 'and (e.points, e.tie, e.user_id) < ($3, $4, $5)' : ''}
       order by e.points desc, e.tie desc, e.user_id desc limit ${rowsOf(limit)}
     ),
     first as (
       select ${after ? before('e') : '0'} as before
       from page e ${after ? `cross join lateral ${coarse('e')} coarse` : ''}
       order by e.points desc, e.tie desc, e.user_id desc limit 1
     )
     select first.before + row_number() over (order by e.points desc, e.tie desc, e.user_id desc) as rank,
            ${userColumns('$2')}
     from page e cross join first ${USER_JOINS} order by 1`,
    after ? [board, now, after.points, after.tie, after.userId] : [board, now],
  )
  return rows.slice(0, limit).map(present)
}

/** Somebody's place on a board, with as many on either side; undefined for who is not on it. */
export async function findAround(
  db: Queryable,
  { board, userId, each }: { board: number; userId: string; each: number },
  now: Date | null,
): Promise<{ total: number; rows: RankedRow[] }> {
  const rowsEach = rowsOf(each)
  const rows = await db.query<Row & { total: number }>(
    `with me as materialized (
       select e.*, coarse.total, ${before('e')} as before
       from rank_entries e cross join lateral ${coarse('e')} coarse
       where e.board = $1 and e.user_id = $2 and ${counts('e')}
     ),
     around as (
       (select x.*, me.before - row_number() over (order by x.points, x.tie, x.user_id) + 1 as rank
        from me cross join lateral (
          select y.* from rank_entries y
          where y.board = me.board and (y.points, y.tie, y.user_id) > (me.points, me.tie, me.user_id)
          order by y.points, y.tie, y.user_id limit ${rowsEach}) x)
       union all
       (select x.*, me.before + row_number() over (order by x.points desc, x.tie desc, x.user_id desc) as rank
        from me cross join lateral (
          select y.* from rank_entries y
          where y.board = me.board and (y.points, y.tie, y.user_id) <= (me.points, me.tie, me.user_id)
            and ${counts('y')}
          order by y.points desc, y.tie desc, y.user_id desc limit ${rowsEach + 1}) x)
     )
     select e.rank, me.total, ${userColumns('$3')} from around e cross join me ${USER_JOINS} order by e.rank`,
    [board, userId, now],
  )
  return { total: rows[0]?.total ?? 0, rows: rows.map(present) }
}

export async function countRanked(db: Queryable, board: number): Promise<number> {
  const [row] = await db.query<{ total: number }>(`select ${total('$1')} as total`, [board])
  return row?.total ?? 0
}

/** The last of a board, best first. */
export async function findLast(
  db: Queryable,
  { board, limit }: { board: number; limit: number },
  now: Date | null,
): Promise<RankedRow[]> {
  const rows = await db.query<Row>(
    `with last as materialized (
       select e.*, row_number() over (order by e.points, e.tie, e.user_id) - 1 as behind from rank_entries e
       where e.board = $1 and ${counts('e')} order by e.points, e.tie, e.user_id limit ${rowsOf(limit)}
     )
     select ${total('$1')} - e.behind as rank, ${userColumns('$2')} from last e ${USER_JOINS} order by 1`,
    [board, now],
  )
  return rows.slice(-limit).map(present)
}

/** People, their points together, and battles that go on. */
export async function sumUp(db: Queryable): Promise<{ totalUsers: number; totalAura: number; activeBattles: number }> {
  const [row] = await db.query<{ totalUsers: number; totalAura: number; activeBattles: number }>(
    `select coalesce(sum(n), 0)::bigint as "totalUsers", coalesce(sum(points), 0)::bigint as "totalAura",
            (select count(*) from battles where status = 'active') as "activeBattles"
     from rank_counters where board = 0 and level = 1`,
  )
  return row ?? { totalUsers: 0, totalAura: 0, activeBattles: 0 }
}

/** Grows with every movement of the ledger: while it stays, so do all ranks. */
export async function lastMovement(db: Queryable): Promise<number> {
  const [row] = await db.query<{ last: number }>('select last_value as last from ledger_transfers_id_seq')
  return row?.last ?? 0
}
