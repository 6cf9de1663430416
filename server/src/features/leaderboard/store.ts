import { readStreak, streakColumns } from '#features/streak'
import type { Db, Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

const u = columns('user_profiles', 'u')
const e = columns('rank_entries', 'e')

export interface RankedUser {
  id: string
  username: string
  profileImageUrl: string | null
  totalBattlesWon: number
  auraPoints: number
  currentStreak: number
}

export interface RankKey {
  points: number
  tie: number
  userId: string
}

export type RankedRow = RankedUser & { rank: number; key: RankKey }

/** `now` is a parameter; null means the database's time. */
const userColumns = (now: string) => fragment`
  (extract(epoch from coalesce(${now}::timestamptz, clock_timestamp())) * 1000)::float8 as ${out('atMs', 'float8')},
  ${u('id', 'username', 'profileImageUrl')}, ${e({ auraPoints: 'points' }, 'tie')},
  (select count(*) from battles b where b.winner_id = u.id) as ${out('totalBattlesWon', 'bigint')}, ${streakColumns('l')}`

type Row = RowOf<ReturnType<typeof userColumns>> & { rank: number }

/** Returns the number of rows to inline, since plans for a parameter are bad. Rounded up, for few statements. */
const rowsOf = (limit: number): number => (limit <= 10 ? limit : Math.ceil(limit / 50) * 50)

const USER_JOINS = 'join user_profiles u on u.id = e.user_id join streaks l on l.user_id = e.user_id'

/** Returns a condition for rows that count: of a period, those with points. `alias` is SQL, never input. */
const counts = (alias: string) => `(${alias}.board = 0 or ${alias}.points > 0)`

/**
 * Returns SQL for the exact number of rows before a row of `rank_entries` on its board: whole coarse steps of points,
 * whole fine ones, then the few rows in the last step. Many users may share few points, so these are counted by time in
 * the same way. `rank_shifts` holds changes the counters don't include yet.
 */
const standing = (e: string) => `(
  select coarse.total + pending.total as total,
    (coarse.above + pending.above
    + coalesce((select sum(n) from rank_counters
                where board = ${e}.board and level = 1
                  and lo > rank_bucket(${e}.points) and lo < rank_block_end(${e}.points)), 0)
    + case when ${e}.points < 4096 then
        coalesce((select sum(n) from rank_counters
                  where board = ${e}.board and level = 2 and lo = ${e}.points and span > ${e}.tie >> 15), 0)
        + coalesce((select sum(n) from rank_counters
                    where board = ${e}.board and level = 3 and lo = ${e}.points
                      and span > ${e}.tie >> 11 and span < ((${e}.tie >> 15) + 1) << 4), 0)
        + (select count(*) from rank_entries x
           where x.board = ${e}.board and x.points = ${e}.points and (x.tie, x.user_id) > (${e}.tie, ${e}.user_id)
             and x.tie < ((${e}.tie >> 11) + 1) << 11)
      else
        (select count(*) from rank_entries x
         where x.board = ${e}.board and (x.points, x.tie, x.user_id) > (${e}.points, ${e}.tie, ${e}.user_id)
           and x.points < rank_bucket_end(${e}.points))
      end)::bigint as before
  from (
    select coalesce(sum(n), 0)::bigint as total, coalesce(sum(n) filter (where lo > rank_block(${e}.points)), 0) as above
    from rank_counters where board = ${e}.board and level = 0
  ) coarse, (
    select coalesce(sum(n), 0) as total,
           coalesce(sum(n) filter (where points >= rank_bucket_end(${e}.points)
             or (points = ${e}.points and points < 4096 and tie >= ((${e}.tie >> 11) + 1) << 11)), 0) as above
    from rank_shifts where board = ${e}.board
  ) pending)`

const total = (board: string) =>
  `(coalesce((select sum(n) from rank_counters where board = ${board} and level = 0), 0)
    + coalesce((select sum(n) from rank_shifts where board = ${board}), 0))::bigint`

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

const pageOf = ({ after, before }: { after: string; before: string }) =>
  sqlWith(
    (rows: number) => fragment`
      with page as materialized (
        select e.* from rank_entries e
        where e.board = $1 and ${counts('e')} ${after}
        order by e.points desc, e.tie desc, e.user_id desc limit ${rows}
      ),
      first as (
        select ${before} as before
        from (select * from page e order by e.points desc, e.tie desc, e.user_id desc limit 1) e
        ${before === '0' ? '' : `cross join lateral ${standing('e')} standing`}
      )
      select first.before + row_number() over (order by e.points desc, e.tie desc, e.user_id desc)
               as ${out('rank', 'bigint')}, ${userColumns('$2')}
      from page e cross join first ${USER_JOINS} order by 1`,
    10,
  )

const FIND_PAGE = {
  first: pageOf({ after: '', before: '0' }),
  next: pageOf({ after: 'and (e.points, e.tie, e.user_id) < ($3, $4, $5)', before: 'standing.before' }),
}

export async function findPage(
  db: Queryable,
  { board, after, limit }: { board: number; after: RankKey | null; limit: number },
  now: Date | null,
): Promise<RankedRow[]> {
  const { first, next } = FIND_PAGE
  const rows = await (after
    ? db.query(next(rowsOf(limit)), [board, now, after.points, after.tie, after.userId])
    : db.query(first(rowsOf(limit)), [board, now]))
  return rows.slice(0, limit).map(present)
}

export interface Asked {
  board: number
  userId: string
}

export interface Around {
  total: number
  rows: RankedRow[]
}

/** Returns SQL for entries since a transfer. By ids alone the planner would read everyone's since. */
const entriesSince = (account: 'from_account' | 'to_account') => `
  select t.id from ledger_transfers t
  where (t.${account}, t.id) > (a.id, log.counted_to) and (t.${account}, t.id) <= (a.id, ${Number.MAX_SAFE_INTEGER})`

/**
 * Returns SQL for whether the ranks lack a transfer of one of these people. It looks at one person and account at a
 * time, because the planner would join all accounts.
 */
const isUncounted = (people: string) => `
  exists (
    select from rank_log log
    cross join unnest(${people}) person
    cross join lateral (
      select id from ledger_accounts where owner_id = person and kind in ('ap_available', 'ap_held') offset 0) a
    cross join lateral (${entriesSince('from_account')} union all ${entriesSince('to_account')} offset 0) entry
    where not entry.id <@ log.counted)`

const aroundOf = (condition: string) =>
  sqlWith(
    (rowsEach: number) => fragment`
    with me as materialized (
      select asked.nr, e.*, standing.total, standing.before
      from unnest((select $1::int[]), (select $2::uuid[])) with ordinality asked (board, user_id, nr)
      join rank_entries e on e.board = asked.board and e.user_id = asked.user_id and ${counts('e')}
      cross join lateral ${standing('e')} standing
      ${condition}
    )
    select me.nr as ${out('asked', 'bigint')}, me.before + 1 as ${out('rank', 'bigint')},
           me.total as ${out('total', 'bigint')}, ${userColumns('$3')}
    from me cross join lateral (
      (select y.* from rank_entries y
       where y.board = me.board and (y.points, y.tie, y.user_id) > (me.points, me.tie, me.user_id)
       order by y.points, y.tie, y.user_id limit ${rowsEach})
      union all
      (select y.* from rank_entries y
       where y.board = me.board and (y.points, y.tie, y.user_id) <= (me.points, me.tie, me.user_id) and ${counts('y')}
       order by y.points desc, y.tie desc, y.user_id desc limit ${rowsEach + 1})
    ) e ${USER_JOINS} order by e.points desc, e.tie desc, e.user_id desc`,
    10,
  )

const FIND_AROUND = { all: aroundOf(''), onlyCounted: aroundOf(`where not ${isUncounted('(select $2::uuid[])')}`) }

/**
 * Returns people with the same number of neighbours on either side, in the order asked; undefined if not on the board.
 * `onlyCounted` finds no one if the ranks lack a transfer of a requested person. The number of people is hidden from
 * the planner, which would otherwise replan for every crowd, and that takes longer than reading.
 */
export async function findAround(
  db: Queryable,
  asked: readonly Asked[],
  { each, onlyCounted = false }: { each: number; onlyCounted?: boolean },
  now: Date | null,
): Promise<(Around | undefined)[]> {
  const find = onlyCounted ? FIND_AROUND.onlyCounted : FIND_AROUND.all
  const rows = await db.query(find(rowsOf(each)), [
    asked.map(({ board }) => board),
    asked.map(({ userId }) => userId),
    now,
  ])
  const around = Map.groupBy(rows, (row) => row.asked)
  return asked.map(({ userId }, index) => {
    const found = around.get(index + 1)
    if (!found?.[0]) return undefined
    const mine = found.findIndex(({ id }) => id === userId)
    return { total: found[0].total, rows: found.map((row, at) => present({ ...row, rank: row.rank + at - mine })) }
  })
}

const COUNT_RANKED = sql`select ${total('$1')} as ${out('total', 'bigint')}`

export async function countRanked(db: Queryable, board: number): Promise<number> {
  const [row] = await db.query(COUNT_RANKED, [board])
  return row?.total ?? 0
}

const FIND_LAST = sqlWith(
  (rows: number) => fragment`
    with last as materialized (
      select e.*, row_number() over (order by e.points, e.tie, e.user_id) - 1 as behind from rank_entries e
      where e.board = $1 and ${counts('e')} order by e.points, e.tie, e.user_id limit ${rows}
    )
    select ${total('$1')} - e.behind as ${out('rank', 'bigint')}, ${userColumns('$2')}
    from last e ${USER_JOINS} order by 1`,
  10,
)

export async function findLast(
  db: Queryable,
  { board, limit }: { board: number; limit: number },
  now: Date | null,
): Promise<RankedRow[]> {
  const rows = await db.query(FIND_LAST(rowsOf(limit)), [board, now])
  return rows.slice(-limit).map(present)
}

const SUM_UP = sql`
  select coalesce(sum(n), 0)::bigint as ${out('totalUsers', 'bigint')},
         coalesce(sum(points), 0)::bigint as ${out('totalAura', 'bigint')},
         (select count(*) from battles where status = 'active') as ${out('activeBattles', 'bigint')}
  from (select n, points from rank_counters where board = 0 and level = 1
        union all
        select n, n * points from rank_shifts where board = 0) counted`

export async function sumUp(db: Queryable): Promise<{ totalUsers: number; totalAura: number; activeBattles: number }> {
  const [row] = await db.query(SUM_UP)
  return row ?? { totalUsers: 0, totalAura: 0, activeBattles: 0 }
}

const LAST_CHANGE = sql`
  select last_value as ${out('last', 'bigint')}, (select version from rank_log) as ${out('version', 'bigint')}
  from ledger_transfers_id_seq`

const FIND_WRITERS = sql`
  select distinct virtualtransaction as ${out('id', 'text')} from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
    and relation = 'rank_entries'::regclass
    and database = (select oid from pg_database where datname = current_database())
  order by 1`

export interface RankState {
  version: number
  last: number
  writers: string[]
}

/**
 * Returns the state of the ranks; while it is unchanged, so are all ranks of a board. Joining or leaving draws a
 * transfer's id; transactions that drew one and haven't committed are part of the state, since the ids alone don't tell
 * when they commit.
 */
export async function readRankState(db: Queryable): Promise<RankState> {
  const [row] = await db.query(LAST_CHANGE)
  // Read afterwards: each transaction that drew one of these ids has committed by now, or is found.
  const writers = await db.query(FIND_WRITERS)
  return { version: row?.version ?? 0, last: row?.last ?? 0, writers: writers.map(({ id }) => id) }
}

const FOLLOW = sql`select follow_ranks($1) as ${out('transfers', 'int')}`

/** Counts up to `most` transfers that the ranks don't include, in a transaction of its own. Returns the number. */
export async function followTransfers(db: Db, most: number): Promise<number> {
  const [row] = await db.query(FOLLOW, [most])
  return row?.transfers ?? 0
}

export const HAS_UNCOUNTED = sql`select ${isUncounted('(select $1::uuid[])')} as ${out('isUncounted', 'boolean')}`

/** Returns whether the ranks lack a transfer of one of these people. */
export async function hasUncounted(db: Queryable, userIds: readonly string[]): Promise<boolean> {
  const [row] = await db.query(HAS_UNCOUNTED, [userIds])
  return row?.isUncounted ?? false
}

const FIND_BEHIND = sql`
  select (extract(epoch from coalesce($1::timestamptz, clock_timestamp()) - created_at) * 1000)::float8
    as ${out('ms', 'float8')}
  from uncounted_transfers where currency = 'AP' limit 1`

/** Returns how many milliseconds the oldest transfer of points has been uncounted, roughly; null if none is. */
export async function msBehind(db: Queryable, now: Date | null): Promise<number | null> {
  const [row] = await db.query(FIND_BEHIND, [now])
  return row?.ms ?? null
}

const ERASE_RANKS = sql`select forget_ranks($1)`

export async function eraseRanks(db: Queryable, userId: string): Promise<void> {
  await db.query(ERASE_RANKS, [userId])
}
