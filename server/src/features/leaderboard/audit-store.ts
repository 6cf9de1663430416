import type { Queryable } from '#platform/db/db'
import { fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'
import {
  ALL,
  counted,
  entriesOf,
  type Finding,
  type IdRange,
  isGone,
  isWhole,
  ofRanges,
  own,
  type PeopleRange,
  pick,
  ranked,
  shares,
  valuesOf,
} from './audit-parts-store.ts'

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const FIND_COUNTED = sql`select counted_to as ${out('upTo', 'bigint')} from rank_log`

/** Returns a transfer up to which the ranks include every transfer that will ever exist. */
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

/** Returns whether there are more than `rows` entries after a transfer. Never reads more. */
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

/** Returns the transfer id at which the next `rows` entries end; null if there are none. */
export async function findEntriesEnd(
  db: Queryable,
  range: PeopleRange,
  { after, upTo }: IdRange,
  rows: number,
): Promise<number | null> {
  const [row] = await db.query(pick(FIND_ENTRIES_END, range)(rows), [...valuesOf(range), after, upTo])
  return row?.last ?? null
}

const SUM_SHARES = ofRanges(
  (within) => sql`
    with ${shares(within)}
    select board as ${out('board', 'int')}, user_id as ${out('userId', 'uuid')}, part as ${out('part', 'int')},
           other_id as ${out('otherId', 'uuid')}, sum(amount)::text as ${out('points', 'text')},
           max(id) as ${out('last', 'bigint')}
    from share group by board, user_id, part, other_id`,
)

/** `points` is text, since it has no bound. */
export type Share = RowOf<(typeof SUM_SHARES)['first']>

export const sumShares = (db: Queryable, range: PeopleRange, { after, upTo }: IdRange): Promise<Share[]> =>
  db.query(pick(SUM_SHARES, range), [...valuesOf(range), after, upTo])

const FIND_MISPLACED = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    ${counted(within)},
    ${shares(within)},
    earned as (
      select board, user_id, part, other_id, sum(amount) as points, max(id) as last
      from (select * from share
            union all
            select * from unnest($5::int[], $6::uuid[], $7::smallint[], $8::uuid[], $9::numeric[], $10::bigint[])) together
      group by board, user_id, part, other_id
    ),
    told as (
      select board, user_id,
             'earned ' || coalesce(e.points, 0) || ' of part ' || part || ', counted ' || coalesce(c.points, 0) as points,
             null as tie
      from (select * from earned where board > 0 and not ${isGone('user_id')}) e
      full join counted c using (board, user_id, part, other_id)
      where e.points is distinct from c.points
      union all
      select board, user_id, null, 'since ' || -r.tie || ', moved last by ' || e.last
      from (select board, user_id, max(last) as last from earned group by board, user_id) e
      join ranked r using (board, user_id) where r.tie <> -e.last
    )
    select user_id || ' on board ' || board as ${out('subject', 'text')}, points as ${out('points', 'text?')},
           tie as ${out('tie', 'text?')}
    from told where ${isWhole('board')} order by user_id, board, points, tie`,
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
    carried.map(({ part }) => part),
    carried.map(({ otherId }) => otherId),
    carried.map(({ points }) => points),
    carried.map(({ last }) => last),
  ])

const FIND_MISTOTALLED = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    counted_board as (
      (select board from rank_parts order by board limit 1)
      union all
      select (select e.board from rank_parts e where e.board > b.board order by e.board limit 1)
      from counted_board b where b.board is not null
    ),
    total as (
      select t.* from counted_board board cross join lateral (
        select * from rank_totals where board = board.board and ${within('user_id')} and user_id <= $2 offset 0) t
    )
    select user_id || ' on board ' || board as ${out('subject', 'text')},
           'has parts for ' || coalesce(t.points::text, 'nothing') || ', ranked with '
             || coalesce(r.points::text, 'nothing') as ${out('detail', 'text')}
    from (select * from ranked where board > 0) r full join total t using (board, user_id)
    where r.points is distinct from t.points and ${isWhole('board')} order by user_id, board`,
)

/** Returns people whose points of a week or month don't follow from their parts. */
export const findMistotalled = (db: Queryable, range: PeopleRange): Promise<Finding[]> =>
  db.query(pick(FIND_MISTOTALLED, range), valuesOf(range))
