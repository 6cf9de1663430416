import type { Queryable } from '#platform/db/db'
import { out, type RowOf, sql } from '#platform/db/sql'
import {
  ALL,
  counted,
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

/** Weights of a person, and of a part of their points, spread over 64 bits so that faults don't cancel out. */
const WEIGHT = 'uuid_hash_extended(user_id, board::bigint)'
const PART_WEIGHT = 'uuid_hash_extended(user_id, uuid_hash_extended(other_id, board::bigint * 4 + part))'
const weighed = (points: string) => `coalesce(sum(${points} * ${PART_WEIGHT}::numeric), 0)`
const weighedTie = (tie: string) => `coalesce(sum(hashint8extended(${tie}, ${WEIGHT})::numeric), 0)`

const SUM_BOARDS = ofRanges(
  (within) => sql`
    with recursive ${ranked(within)},
    ${counted(within)},
    ${shares(within)},
    living as (
      select board, user_id, 0 as part, user_id as other_id, points from ranked where board = 0 and not ${isGone('user_id')}
      union all
      select board, user_id, part, other_id, points from counted where not ${isGone('user_id')}
    ),
    moved as (
      select board, user_id, part, other_id, sum(amount) as amount,
             coalesce(sum(amount) filter (where id > $5), 0) as newer
      from share where not ${isGone('user_id')} group by board, user_id, part, other_id
    ),
    -- Their rows went with the account. Materialised, or the planner may read the transfers of everybody first.
    gone as materialized (
      select id, owner_id from (${own(within)}) everybody where ${isGone('owner_id')}
    ),
    gone_share as (
      select share.board, share.user_id, share.part, share.other_id, share.points, entry.id
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
    gone_part as (
      select board, user_id, part, other_id, coalesce(sum(points) filter (where id <= $3), 0) as before,
             sum(points) as points
      from gone_share group by board, user_id, part, other_id
    ),
    sums as (
      select board, ${weighed('points')} as before, ${weighed('points')} as after, 0 as ties from living group by board
      union all
      select board, 0, 0, ${weighedTie('tie')} from ranked where not ${isGone('user_id')} group by board
      union all
      select board, -${weighed('amount')}, -${weighed('newer')}, 0 from moved group by board
      union all
      select board, ${weighed('before')}, ${weighed('points')}, 0 from gone_part group by board
      union all
      select board, 0, 0, ${weighedTie('tie')}
      from (select board, user_id, -max(id) as tie from gone_share group by board, user_id) gone_tie group by board
    )
    select board as ${out('board', 'int')}, sum(before)::text as ${out('before', 'text')},
           sum(after)::text as ${out('after', 'text')}, sum(ties)::text as ${out('ties', 'text')}
    from sums group by board`,
)

/** Sum of a board, as text since it has no bound. */
export type BoardSum = RowOf<(typeof SUM_BOARDS)['first']>

/**
 * Returns weighted sums of the points of a range of people as they were after two transfers: from the ranks, minus
 * later changes. They are therefore the same in each snapshot. Also sums their current ties.
 */
export const sumBoards = (
  db: Queryable,
  range: PeopleRange,
  { base, upTo }: { base: number; upTo: number },
): Promise<BoardSum[]> => db.query(pick(SUM_BOARDS, range), [...valuesOf(range), base, ALL.upTo, upTo])

/** Returns SQL for the person's last transfer with a share of the board, between two transfers. */
const lastShare = (first: string, last: string) => {
  // Uses that account's index, like `entriesOf`.
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

/** Counts ties that aren't the last transfer: of people who moved after `base`, and on the boards open then. */
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

/** Returns the boards in the list whose week or month wasn't over at a transfer. */
export const findOpenBoards = async (db: Queryable, base: number, boards: readonly number[]): Promise<number[]> =>
  (await db.query(FIND_OPEN_BOARDS, [base, boards])).map(({ board }) => board)

const FIND_WHOLE_BOARDS = sql`
  select board as ${out('board', 'int')} from unnest($1::int[]) board where ${isWhole('board')}`

/** Returns the boards in the list of which no rows may be gone. */
export const findWholeBoards = async (db: Queryable, boards: readonly number[]): Promise<number[]> =>
  (await db.query(FIND_WHOLE_BOARDS, [boards])).map(({ board }) => board)
