import type { Queryable } from '#platform/db/db'
import { fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

export const ALL = { after: Number.MIN_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }

/** Ids above `after` (null: from the first), up to `upTo`. */
export interface PeopleRange {
  after: string | null
  upTo: string
}

interface Finding {
  subject: string
  detail: string
}

export interface IdRange {
  after: number
  upTo: number
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Whether an id is in the range, from $1 on. */
type Within = (id: string) => string
/** Returns a statement for the first range, and one for those after it. */
const ofRanges = <T>(make: (within: Within) => T) => ({
  first: make((id) => `${id} >= $1`),
  next: make((id) => `${id} > $1`),
})
const pick = <T>({ first, next }: { first: T; next: T }, { after }: Pick<PeopleRange, 'after'>): T =>
  after === null ? first : next
const valuesOf = ({ after, upTo }: PeopleRange): [string, string] => [
  after ?? '00000000-0000-0000-0000-000000000000',
  upTo,
]

const FIND_COUNTED = sql`select counted_to as ${out('upTo', 'bigint')} from rank_log`

/** Returns a transfer up to which the ranks include every one there will ever be. */
export async function findCountedTo(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_COUNTED)
  return row?.upTo ?? 0
}

const FIND_PEOPLE = ofRanges((within) =>
  sqlWith(
    (accounts: number) => fragment`
      select owner_id as ${out('id', 'uuid')}, count(*) as ${out('count', 'bigint')}
      from (select owner_id from ledger_accounts where ${within('owner_id')} order by owner_id limit ${accounts}) next
      group by owner_id order by owner_id`,
    1_000,
  ),
)

export async function findPeople(
  db: Queryable,
  after: string | null,
  accounts: number,
): Promise<{ range: PeopleRange; isOne: boolean; isLast: boolean }> {
  const [from] = valuesOf({ after, upTo: LAST_ID })
  const people = await db.query(pick(FIND_PEOPLE, { after })(accounts), [from])
  const isLast = people.reduce((sum, { count }) => sum + count, 0) < accounts
  const last = isLast ? LAST_ID : (people.at(-1)?.id ?? LAST_ID)
  return { range: { after, upTo: last }, isOne: people.length < 2, isLast }
}

/** A deleted account is on no board; later reversals leave it with a negative balance. */
const isGone = (userId: string) =>
  `((select gone.deleted_at from user_profiles gone where gone.id = ${userId} limit 1) is not null)`

const FIND_MISRANKED = ofRanges(
  (within) => sql`
    with uncounted as materialized (
      select share.user_id, sum(share.points) as points
      from uncounted_transfers t
      cross join lateral rank_shares(t.kind, t.amount, t.from_account, t.to_account, t.created_at) share
      where t.currency = 'AP' and share.board = 0 group by 1
    )
    select coalesce(a.owner_id, e.user_id)::text as ${out('subject', 'text')},
           'has ' || coalesce((a.total - coalesce(uncounted.points, 0))::text, 'nothing') || ', ranked with '
             || coalesce(e.points::text, 'nothing') as ${out('detail', 'text')}
    from (select * from (select owner_id, sum(balance) as total from ledger_accounts
                         where ${within('owner_id')} and owner_id <= $2 and kind in ('ap_available', 'ap_held')
                         group by owner_id) everybody
          where not ${isGone('owner_id')}) a
    full join (select user_id, points from rank_entries
               where board = 0 and ${within('user_id')} and user_id <= $2) e on e.user_id = a.owner_id
    left join uncounted on uncounted.user_id = a.owner_id
    where a.total - coalesce(uncounted.points, 0) is distinct from e.points order by coalesce(a.owner_id, e.user_id)`,
)

export const findMisranked = (db: Queryable, range: PeopleRange): Promise<Finding[]> =>
  db.query(pick(FIND_MISRANKED, range), valuesOf(range))

/** Boards of past weeks and months go some time after their end (`retention`); of those before `cutoff` rows may be gone. */
const floorOf = (of: 'week' | 'month') =>
  `(select rank_${of}(max(cutoff)) from trim_rounds where name in ('rank_entries.${of}s', 'rank_counters.${of}s'))`
const isWhole = (board: string) =>
  `(${board} >= case when ${board} >= 2000000 then ${floorOf('month')} when ${board} > 0 then ${floorOf('week')} end) is not false`

const own = (within: Within) => `
  select id, owner_id from ledger_accounts
  where ${within('owner_id')} and owner_id <= $2 and currency = 'AP' and is_tracked`

/** Forces that account's index: nearly all transfers come from the house, so the planner would scan by id. */
const entriesOf = (account: 'from_account' | 'to_account') =>
  `(${account}, id) > (own.id, $3) and (${account}, id) <= (own.id, $4)`

const entriesAfter = (account: 'from_account' | 'to_account') =>
  `(${account}, id) > (own.id, $3) and (${account}, id) <= (own.id, ${ALL.upTo})`

const COUNT_ENTRIES = ofRanges((within) =>
  sqlWith(
    (most: number) => fragment`
      select count(*) as ${out('count', 'bigint')}
      from (select 1 from (${own(within)} offset 0) own cross join lateral (
              select 1 from ledger_transfers where ${entriesAfter('from_account')}
              union all
              select 1 from ledger_transfers where ${entriesAfter('to_account')}
              offset 0) entry
            limit ${most}) counted`,
    1_000,
  ),
)

/** Of those after a transfer. Never reads more than `rows` entries. */
export async function hasMoreEntries(
  db: Queryable,
  range: PeopleRange,
  { after, rows }: { after: number; rows: number },
): Promise<boolean> {
  const [row] = await db.query(pick(COUNT_ENTRIES, range)(rows + 1), [...valuesOf(range), after])
  return (row?.count ?? 0) > rows
}

const firstOf = (account: 'from_account' | 'to_account', rows: number) =>
  `(select id from ledger_transfers where ${entriesOf(account)} order by ${account}, id limit ${rows})`

const FIND_ENTRIES_END = ofRanges((within) =>
  sqlWith(
    (rows: number) => fragment`
      select max(id) as ${out('last', 'bigint?')}
      from (select entry.id from (${own(within)}) own
            cross join lateral (${firstOf('from_account', rows)} union all ${firstOf('to_account', rows)}) entry
            order by entry.id limit ${rows}) next`,
    1_000,
  ),
)

/** Transfer id at which the next `rows` entries end; null if there are none. */
export async function findEntriesEnd(
  db: Queryable,
  range: PeopleRange,
  { after, upTo }: IdRange,
  rows: number,
): Promise<number | null> {
  const [row] = await db.query(pick(FIND_ENTRIES_END, range)(rows), [...valuesOf(range), after, upTo])
  return row?.last ?? null
}

/** Of the transfers that are counted. Each counts on both its accounts, negative on one and positive on the other. */
const shares = (within: Within) => `
  share as materialized (
    select share.board, share.user_id, share.points as amount, entry.id
    from (${own(within)}) own
    cross join lateral (
      select id, kind, amount, from_account, to_account, created_at, -1 as sign from counted_transfers
      where ${entriesOf('from_account')}
      union all
      select id, kind, amount, from_account, to_account, created_at, 1 from counted_transfers
      where ${entriesOf('to_account')}
      offset 0) entry
    cross join lateral
      rank_shares(entry.kind, entry.amount, entry.from_account, entry.to_account, entry.created_at) share
    where share.user_id = own.owner_id and sign(share.points) = entry.sign
  )`

const SUM_SHARES = ofRanges(
  (within) => sql`
    with ${shares(within)}
    select board as ${out('board', 'int')}, user_id as ${out('userId', 'uuid')},
           sum(amount)::text as ${out('points', 'text')}, max(id) as ${out('last', 'bigint')}
    from share group by 1, 2`,
)

/** `points` are text of any size. */
export type Share = RowOf<(typeof SUM_SHARES)['first']>

export const sumShares = (db: Queryable, range: PeopleRange, { after, upTo }: IdRange): Promise<Share[]> =>
  db.query(pick(SUM_SHARES, range), [...valuesOf(range), after, upTo])

const ranked = (within: Within) => `
  board as (
    (select board from rank_entries order by board limit 1)
    union all
    select (select e.board from rank_entries e where e.board > b.board order by e.board limit 1)
    from board b where b.board is not null
  ),
  ranked as (
    select e.* from board cross join lateral (
      select board, user_id, points, tie from rank_entries
      where board = board.board and ${within('user_id')} and user_id <= $2 offset 0) e
  )`

const FIND_MISPLACED = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    ${shares(within)},
    earned as (
      select board, user_id, sum(amount) as points, max(id) as last
      from (select * from share
            union all
            select * from unnest($5::int[], $6::uuid[], $7::numeric[], $8::bigint[])) together
      group by board, user_id
    ),
    compared as (
      select board, user_id, e.points as earned, e.last, r.points as ranked, r.tie, ${isGone('user_id')} as is_gone
      from earned e full join ranked r using (board, user_id)
    ),
    told as (
      select user_id, board,
             case when board > 0 and case when not is_gone then earned end
                    is distinct from case when not (is_gone and ranked <= 0) then ranked end
                  then 'earned ' || coalesce(case when not is_gone then earned end, 0) || ', ranked with '
                       || coalesce(ranked, 0) end as points,
             case when tie <> -last then 'since ' || -tie || ', moved last by ' || last end as tie
      from compared where ${isWhole('board')}
    )
    select user_id || ' on board ' || board as ${out('subject', 'text')}, points as ${out('points', 'text?')},
           tie as ${out('tie', 'text?')}
    from told
    where points is not null or tie is not null order by user_id, board`,
)

/** Compares the transfers above `after`, on top of the sums `carried`. */
export const findMisplaced = (
  db: Queryable,
  range: PeopleRange,
  { after, carried }: { after: number; carried: readonly Share[] },
): Promise<{ subject: string; points: string | null; tie: string | null }[]> =>
  db.query(pick(FIND_MISPLACED, range), [
    ...valuesOf(range),
    after,
    ALL.upTo,
    carried.map(({ board }) => board),
    carried.map(({ userId }) => userId),
    carried.map(({ points }) => points),
    carried.map(({ last }) => last),
  ])

const FIND_NEXT_BOARD = sql`
  select least((select board from rank_entries where board > $1::bigint order by board limit 1),
  (select board from rank_counters where board > $1::bigint order by board limit 1),
  (select min(board) from rank_shifts where board > $1::bigint)) as ${out('board', 'int?')}`

/** Next board with users or counters; null if there is none. */
export async function findNextBoard(db: Queryable, after: number): Promise<number | null> {
  const [row] = await db.query(FIND_NEXT_BOARD, [after])
  return row?.board ?? null
}

/** Step sizes of each counter level, in points and in time. */
const LEVELS = [
  { lo: 'rank_block(points)', end: 'rank_block_end(points)', span: '0::bigint', where: 'true', points: '0' },
  { lo: 'rank_bucket(points)', end: 'rank_bucket_end(points)', span: '0::bigint', where: 'true', points: 'n * points' },
  { lo: 'points', end: 'rank_bucket_end(points)', span: 'tie >> 15', where: 'points < 4096', points: '0' },
  { lo: 'points', end: 'rank_bucket_end(points)', span: 'tie >> 11', where: 'points < 4096', points: '0' },
] as const
export type Level = 0 | 1 | 2 | 3
const ofLevels = <T>(make: (level: Level) => T) => [make(0), make(1), make(2), make(3)] as const

export interface PointsRange {
  board: number
  from: number
  end: number
}

const FIND_STEP_END = ofLevels((level) =>
  sqlWith(
    (offset: number) => fragment`
      select ${LEVELS[level].end} as ${out('end', 'bigint')} from rank_entries
      where board = $1 and points >= $2 and ${LEVELS[level].where} order by points limit 1 offset ${offset}`,
    1_000,
  ),
)

/** End of the step that contains the last of the next `rows` users. */
export async function findStepEnd(
  db: Queryable,
  level: Level,
  { board, from }: Pick<PointsRange, 'board' | 'from'>,
  rows: number,
): Promise<number> {
  const [row] = await db.query(FIND_STEP_END[level](rows - 1), [board, from])
  return row?.end ?? ALL.upTo
}

const FIND_MISCOUNTED = ofLevels((level) => {
  const { lo, span, where, points } = LEVELS[level]
  const inRange = 'board = $1 and points >= $2 and points < $3'
  return sql`
    select coalesce(c.board, e.board) || '/' || coalesce(c.lo, e.lo) || '/' || coalesce(c.span, e.span)
             as ${out('subject', 'text')},
           'counted ' || coalesce(c.n, 0) || ', there are ' || coalesce(e.n, 0) as ${out('detail', 'text')}
    from (select board, lo, span, sum(n) as n, sum(points) as points
          from (select board, lo, span, n, points from rank_counters
                where level = ${level} and board = $1 and lo >= $2 and lo < $3
                union all
                select board, ${lo}, ${span}, n, ${points} from rank_shifts where ${inRange} and ${where}) counted
          group by board, lo, span having sum(n) <> 0 or sum(points) <> 0) c
    full join (select board, ${lo} as lo, ${span} as span, count(*) as n, sum(${points.replace('n *', '')}) as points
               from rank_entries where ${inRange} and (board = 0 or points > 0) and ${where} group by 1, 2, 3) e
      on (e.board, e.lo, e.span) = (c.board, c.lo, c.span)
    where (c.n is distinct from e.n or c.points is distinct from e.points) and ${isWhole('$1::bigint')}
    order by coalesce(c.lo, e.lo), coalesce(c.span, e.span)`
})

/** Equal points are counted together, which takes a fraction of a second for a million users. */
export const findMiscounted = (db: Queryable, level: Level, { board, from, end }: PointsRange): Promise<Finding[]> =>
  db.query(FIND_MISCOUNTED[level], [board, from, end])

/** Spread over 64 bits, so that faults of different people don't cancel each other out. */
const WEIGHT = 'uuid_hash_extended(user_id, board::bigint)'
const weighed = (points: string) => `coalesce(sum(${points} * ${WEIGHT}::numeric), 0)`
const weighedTie = (tie: string) => `coalesce(sum(hashint8extended(${tie}, ${WEIGHT})::numeric), 0)`

const SUM_BOARDS = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    ${shares(within)},
    living as (select * from ranked where not ${isGone('user_id')}),
    moved as (
      select board, user_id, sum(amount) as amount, coalesce(sum(amount) filter (where id > $5), 0) as newer
      from share where not ${isGone('user_id')} group by 1, 2
    ),
    -- Their rows went with the account. Materialised, or the planner may read the transfers of everybody first.
    gone as materialized (
      select id, owner_id from (${own(within)}) everybody where ${isGone('owner_id')}
    ),
    gone_share as (
      select share.board, share.user_id, share.points, entry.id
      from gone own
      cross join lateral (
        select id, kind, amount, from_account, to_account, created_at, -1 as sign from counted_transfers
        where (from_account, id) > (own.id, 0) and (from_account, id) <= (own.id, $5)
        union all
        select id, kind, amount, from_account, to_account, created_at, 1 from counted_transfers
        where (to_account, id) > (own.id, 0) and (to_account, id) <= (own.id, $5)
        offset 0) entry
      cross join lateral
        rank_shares(entry.kind, entry.amount, entry.from_account, entry.to_account, entry.created_at) share
      where share.user_id = owner_id and sign(share.points) = entry.sign
    ),
    gone_rank as (
      select board, user_id, coalesce(sum(points) filter (where id <= $3), 0) as before, sum(points) as points,
             -max(id) as tie
      from gone_share group by 1, 2
    ),
    part as (
      select board, ${weighed('points')} as before, ${weighed('points')} as after, ${weighedTie('tie')} as ties
      from living group by board
      union all
      select board, -${weighed('amount')}, -${weighed('newer')}, 0 from moved group by board
      union all
      select board, ${weighed('before')}, ${weighed('points')}, ${weighedTie('tie')} from gone_rank group by board
    )
    select board as ${out('board', 'int')}, sum(before)::text as ${out('before', 'text')},
           sum(after)::text as ${out('after', 'text')}, sum(ties)::text as ${out('ties', 'text')}
    from part group by board`,
)

/** Of one board; text of any size. */
export type BoardSum = RowOf<(typeof SUM_BOARDS)['first']>

/**
 * Weighed sums of the points of a range of people as they were after two transfers: from the ranks, less what moved
 * since. So they are the same in each snapshot, however much moved since. And of their ties as they are.
 */
export const sumBoards = (
  db: Queryable,
  range: PeopleRange,
  { base, upTo }: { base: number; upTo: number },
): Promise<BoardSum[]> => db.query(pick(SUM_BOARDS, range), [...valuesOf(range), base, ALL.upTo, upTo])

/** The person's last transfer with a share of the board, of those between two. */
const lastShare = (first: string, last: string) => {
  // By that account's index, as `entriesOf`.
  const entries = (account: string) => `
    select * from counted_transfers t
    where (t.${account}, t.id) >= (a.id, ${first}) and (t.${account}, t.id) <= (a.id, ${last})`
  return `
    (select max(t.id) from ledger_accounts a
     cross join lateral (${entries('from_account')} union all ${entries('to_account')} offset 0) t
     cross join lateral rank_shares(t.kind, t.amount, t.from_account, t.to_account, t.created_at) s
     where a.owner_id = r.user_id and a.currency = 'AP' and a.is_tracked and s.board = r.board and s.user_id = r.user_id)`
}

const COUNT_MISTIED = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    ${shares(within)},
    moved as (select board, user_id, max(id) as last from share group by 1, 2)
    select count(*) as ${out('count', 'bigint')}
    from ranked r left join moved m using (board, user_id)
    where not ${isGone('user_id')} and case
      when m.last is not null then r.tie <> -m.last
      when not (r.board = any($5::int[])) then false
      -- Before their first transfer people rank by a number that no transfer has.
      else coalesce(
        ${lastShare('-r.tie', '$3')} <> -r.tie,
        r.board <> 0 or ${lastShare('0', '-r.tie - 1')} is not null) end`,
)

/**
 * Ties that aren't by the last transfer: of those who moved after `base`, and of everybody on the boards that were open
 * then.
 */
export async function countMistied(
  db: Queryable,
  range: PeopleRange,
  { base, open }: { base: number; open: readonly number[] },
): Promise<number> {
  const [row] = await db.query(pick(COUNT_MISTIED, range), [...valuesOf(range), base, ALL.upTo, open])
  return row?.count ?? 0
}

const FIND_OPEN_BOARDS = sql`
  with base as (select created_at from ledger_transfers where id <= $1 order by id desc limit 1)
  select board as ${out('board', 'int')} from unnest($2::int[]) board
  where board = 0 or not exists (select from base)
    or board >= (select case when board >= 2000000 then rank_month(created_at) else rank_week(created_at) end from base)`

/** Those of these boards whose week or month wasn't over at a transfer. */
export const findOpenBoards = async (db: Queryable, base: number, boards: readonly number[]): Promise<number[]> =>
  (await db.query(FIND_OPEN_BOARDS, [base, boards])).map(({ board }) => board)

const FIND_WHOLE_BOARDS = sql`
  select board as ${out('board', 'int')} from unnest($1::int[]) board where ${isWhole('board')}`

/** Those of these boards of which no rows may be gone. */
export const findWholeBoards = async (db: Queryable, boards: readonly number[]): Promise<number[]> =>
  (await db.query(FIND_WHOLE_BOARDS, [boards])).map(({ board }) => board)
