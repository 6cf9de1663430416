/** Parts that the audit's statements share. */

export const ALL = { after: Number.MIN_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }

/** Ids above `after` (null: from the first), up to `upTo`. */
export interface PeopleRange {
  after: string | null
  upTo: string
}

export interface Finding {
  subject: string
  detail: string
}

export interface IdRange {
  after: number
  upTo: number
}

/** Returns a condition that an id is in the range, with parameters from $1 on. */
export type Within = (id: string) => string
/** Returns a statement for the first range, and one for later ones. */
export const ofRanges = <T>(make: (within: Within) => T) => ({
  first: make((id) => `${id} >= $1`),
  next: make((id) => `${id} > $1`),
})
export const pick = <T>({ first, next }: { first: T; next: T }, { after }: Pick<PeopleRange, 'after'>): T =>
  after === null ? first : next
export const valuesOf = ({ after, upTo }: PeopleRange): [string, string] => [
  after ?? '00000000-0000-0000-0000-000000000000',
  upTo,
]

/** Returns a condition: the account was deleted. It is on no board; later reversals leave a negative balance. */
export const isGone = (userId: string) =>
  `((select gone.deleted_at from user_profiles gone where gone.id = ${userId} limit 1) is not null)`

/** Boards of past weeks and months are removed after a time (`retention`): rows before `cutoff` may be gone. */
const floorOf = (of: 'week' | 'month') =>
  `(select rank_${of}(max(cutoff)) from trim_rounds where name in ('rank_entries.${of}s', 'rank_parts.${of}s', 'rank_counters.${of}s'))`
export const isWhole = (board: string) =>
  `(${board} >= case when ${board} >= 2000000 then ${floorOf('month')} when ${board} > 0 then ${floorOf('week')} end) is not false`

export const own = (within: Within) => `
  select id, owner_id from ledger_accounts
  where ${within('owner_id')} and owner_id <= $2 and currency = 'AP' and is_tracked`

/** Forces that account's index: nearly all transfers come from the house, so the planner would scan by id. */
export const entriesOf = (account: 'from_account' | 'to_account') =>
  `(${account}, id) > (own.id, $3) and (${account}, id) <= (own.id, $4)`

/** Returns SQL for the shares of counted transfers, each negative on one of its accounts and positive on the other. */
export const shares = (within: Within) => `
  share as materialized (
    select share.board, share.user_id, share.part, share.other_id, share.points as amount, entry.id
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

/** Returns SQL for the people's rows of a table, board by board, since its index begins with the board. */
const byBoard = (name: string, table: string) => (within: Within) =>
  `
  ${name}_board as (
    (select board from ${table} order by board limit 1)
    union all
    select (select e.board from ${table} e where e.board > b.board order by e.board limit 1)
    from ${name}_board b where b.board is not null
  ),
  ${name} as (
    select e.* from ${name}_board board cross join lateral (
      select * from ${table} where board = board.board and ${within('user_id')} and user_id <= $2 offset 0) e
  )`

/** Returns SQL for the people's ranks. */
export const ranked = byBoard('ranked', 'rank_entries')
/** Returns SQL for the parts of their points in weeks and months. */
export const counted = byBoard('counted', 'rank_parts')
