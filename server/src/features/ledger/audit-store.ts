import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'
import { HOUSE_ID } from './accounts.ts'

const a = columns('ledger_accounts', 'a?')
const walkedAccount = columns('ledger_accounts', 'a')
const ledgerTransfers = columns('ledger_transfers')
const t = columns('ledger_transfers', 't')
const ledgerAccounts = columns('ledger_accounts')

export const BEFORE_ALL = Number.MIN_SAFE_INTEGER
export const PAST_ALL = Number.MAX_SAFE_INTEGER

export interface Finding {
  subject: string
  detail: string
}

export interface IdRange {
  after: number
  upTo: number
}

// Scalar subqueries: with a join the planner may read the whole table for each range.
const accountOf = (id: string, columns: string) => `(select ${columns} from ledger_accounts where id = ${id} limit 1)`
export const isOpen = (hold: string) =>
  `(select r.hold_id from ledger_hold_resolutions r where r.hold_id = ${hold}.id limit 1) is null`

const FIND_DRAWN_ID = sql`
  select case when is_called then last_value else 0 end as ${out('id', 'bigint')} from ledger_transfers_id_seq`

/** Returns the last drawn id, 0 before the first. Independent of snapshots. */
export async function findDrawnId(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_DRAWN_ID)
  return row?.id ?? 0
}

const FIND_WRITERS = sql`
  select virtualtransaction as ${out('id', 'text')} from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
    and relation = 'ledger_transfers'::regclass
    and database = (select oid from pg_database where datname = current_database())
    and pid is distinct from pg_backend_pid()`

/** Returns transactions of other sessions that may be writing transfers. Independent of snapshots. */
export async function findWriters(db: Queryable): Promise<string[]> {
  const rows = await db.query(FIND_WRITERS)
  return rows.map(({ id }) => id)
}

const FIND_TRANSFER_RANGE = sqlWith(
  (rows: number) => fragment`
    select max(id) as ${out('last', 'bigint?')}
    from (select id from ledger_transfers where id > $1 and id <= $2 order by id limit ${rows}) next`,
  1_000,
)

/** Returns the id at which the next `rows` transfers end; null if there are none. */
export async function findTransferRange(db: Queryable, { after, upTo }: IdRange, rows: number): Promise<number | null> {
  const [row] = await db.query(FIND_TRANSFER_RANGE(rows), [after, upTo])
  return row?.last ?? null
}

export interface KindSum {
  /** Kind of the account; null for an unknown one. */
  kind: string | null
  currency: string | null
  isTracked: boolean | null
  /** Amount as text, since it has no bound. */
  amount: string
  /** Number of incoming entries; each transfer has one. */
  arrived: number
}

const SUM_ENTRIES = sql`
  select ${a('kind', 'currency', 'isTracked')}, sum(e.amount)::text as ${out('amount', 'text')},
         sum(e.arrived)::bigint as ${out('arrived', 'bigint')}
  from (select account_id, sum(amount) as amount, sum(arrived) as arrived
        from (select from_account as account_id, -amount as amount, 0 as arrived from ledger_transfers
              where id > $1 and id <= $2
              union all
              select to_account, amount, 1 from ledger_transfers where id > $1 and id <= $2) side
        group by account_id) e
  left join lateral ${accountOf('e.account_id', 'kind, currency, is_tracked')} a on true
  group by 1, 2, 3`

export const sumEntries = (db: Queryable, { after, upTo }: IdRange): Promise<KindSum[]> =>
  db.query(SUM_ENTRIES, [after, upTo])

const PLACE = `kind, currency, kind in ('ap_held', 'steeze_held') as is_held`

const FIND_MISPLACED = sql`
  select ${ledgerTransfers({ subject: 'key' })}, crossing as ${out('crossing', 'text?')},
         past as ${out('past', 'text?')}
  from (select t.id, t.key,
               case when f.currency is distinct from g.currency or f.currency is distinct from t.currency
                    then coalesce(f.currency, 'nothing') || ' to ' || coalesce(g.currency, 'nothing') end as crossing,
               case when coalesce(f.is_held, false) <> (t.resolves_hold is not null)
                      or coalesce(g.is_held, false) <> (t.opens_hold is not null)
                    then f.kind || ' to ' || g.kind || ', fills ' || coalesce(t.opens_hold::text, 'none') ||
                         ', takes ' || coalesce(t.resolves_hold::text, 'none') end as past
        from ledger_transfers t
        left join lateral ${accountOf('t.from_account', PLACE)} f on true
        left join lateral ${accountOf('t.to_account', PLACE)} g on true
        where t.id > $1 and t.id <= $2) checked
  where crossing is not null or past is not null order by id`

/** Returns transfers between currencies, and those into or out of escrow without a hold. */
export const findMisplaced = (db: Queryable, { after, upTo }: IdRange): Promise<RowOf<typeof FIND_MISPLACED>[]> =>
  db.query(FIND_MISPLACED, [after, upTo])

const FIND_UNKNOWN_HOLDS = sql`
  select ${t({ subject: 'key' })}, 'names hold ' || named.hold_id as ${out('detail', 'text')}
  from ledger_transfers t cross join lateral (values (t.opens_hold), (t.resolves_hold)) as named (hold_id)
  where t.id > $1 and t.id <= $2 and named.hold_id is not null
    and (select h.id from ledger_holds h where h.id = named.hold_id limit 1) is null
  order by t.id`

export const findUnknownHolds = (db: Queryable, { after, upTo }: IdRange): Promise<Finding[]> =>
  db.query(FIND_UNKNOWN_HOLDS, [after, upTo])

const FIND_TAKEN_ELSEWHERE = sql`
  select ${t({ subject: 'key' })},
         'takes hold ' || h.id || ' of account ' || h.account_id || ' from ' || t.from_account
           as ${out('detail', 'text')}
  from ledger_transfers t
  cross join lateral (select id, account_id from ledger_holds where id = t.resolves_hold limit 1) h
  where t.id > $1 and t.id <= $2 and t.resolves_hold is not null and t.from_account <> h.account_id
  order by t.id`

export const findTakenElsewhere = (db: Queryable, { after, upTo }: IdRange): Promise<Finding[]> =>
  db.query(FIND_TAKEN_ELSEWHERE, [after, upTo])

const FIND_WRONG_KEYS = sql`
  select t.key as ${out('key', 'text?')}, k.hash::text as ${out('hash', 'text?')},
         k.transfer_id as ${out('transferId', 'bigint?')}, coalesce(t.of, '') as ${out('of', 'text')}
  from (select id, key, 'key' as of, ledger_key_hash(key) as hash from ledger_transfers where id > $1 and id <= $2
        union all
        select id, key, 'hold', ledger_hold_hash(opens_hold) from ledger_transfers
        where id > $1 and id <= $2 and opens_hold is not null) t
  full join (select hash, transfer_id from ledger_keys where transfer_id > $1 and transfer_id <= $2) k
    on k.hash = t.hash and k.transfer_id = t.id
  where t.id is null or k.hash is null
  order by coalesce(t.id, k.transfer_id), k.hash`

/** Returns transfers without one of their keys (hash null), and keys without a transfer (key null), in the range. */
export const findWrongKeys = (db: Queryable, { after, upTo }: IdRange): Promise<RowOf<typeof FIND_WRONG_KEYS>[]> =>
  db.query(FIND_WRONG_KEYS, [after, upTo])

const FIND_HOUSE_ACCOUNTS = sql`select ${ledgerAccounts('id')},
       (select max(id) from ledger_accounts) as ${out('newest', 'bigint')} from ledger_accounts where owner_id = $1
       order by id`

export async function findHouseAccounts(db: Queryable): Promise<{ house: number[]; newest: number }> {
  const rows = await db.query(FIND_HOUSE_ACCOUNTS, [HOUSE_ID])
  return { house: rows.map(({ id }) => id), newest: rows[0]?.newest ?? 0 }
}

export interface WalkedAccount {
  id: number
  subject: string
  kind: string
  currency: string
  isTracked: boolean
  balance: number | null
  total: string
  /** Number of entries above the requested id. */
  since: string
  /** The first entry with a wrong resulting balance. */
  wrong: string | null
  held: string | null
}

export interface WalkedEntries {
  accounts: WalkedAccount[]
  count: number
  lastAccount: number | null
  lastId: number | null
}

/** How far a read came. A query of its own, since a subquery would be executed once per account. */
const BOUND = `
    bound as materialized (
      select count(*) as count, max(account_id) as last_account,
             (select id from entry order by account_id desc, id desc limit 1) as last_id
      from entry
    )`

/**
 * Returns columns of `batch a`, `bound` and `walked w`. An account whose entries continue in a later read has no
 * `held`, since with thousands of entries every read would look for its holds.
 */
const walkedColumns = (total: string, rows: number | string) => fragment`
  ${walkedAccount('id', 'kind', 'currency', 'isTracked', 'balance')},
  a.owner_id || '/' || a.kind as ${out('subject', 'text')}, (${total})::text as ${out('total', 'text')},
  coalesce(w.since, 0)::text as ${out('since', 'text')}, w.wrong as ${out('wrong', 'text?')},
  case when bound.count < ${rows} or a.id < bound.last_account then
    (select sum(h.amount)::text from ledger_holds h where h.account_id = a.id and ${isOpen('h')})
  end as ${out('held', 'text?')},
  bound.count as ${out('count', 'bigint')}, bound.last_account as ${out('lastAccount', 'bigint?')},
  bound.last_id as ${out('lastId', 'bigint?')}`

/** Returns SQL without the accounts that only a later read reaches. */
const walkedAccounts = (rows: number | string) => `
    from batch a cross join bound left join walked w on w.account_id = a.id
    where bound.count < ${rows} or a.id <= bound.last_account order by a.id`

const sideOf = (account: string, amount: string, balance: string, rows: number) => `
    (select ${account} as account_id, id, ${amount} as amount, ${balance} as balance from ledger_transfers
     where (${account}, id) > ($1, $3) and ${account} <= (select max(id) from batch)
     order by ${account}, id limit ${rows})`

const WALK_ENTRIES = sqlWith(
  (rows: number) => fragment`
    with batch as (
      select * from ledger_accounts where id >= $1 and id < $2 order by id limit ${rows}
    ),
    entry as materialized (
      select * from (
        ${sideOf('from_account', '-amount', 'from_balance', rows)}
        union all
        ${sideOf('to_account', 'amount', 'to_balance', rows)}) sides
      order by account_id, id limit ${rows}
    ),
    summed as (
      select *, sum(amount) over (partition by account_id order by id)
                + case when account_id = $1 then $4::numeric else 0 end as expected
      from entry
    ),
    walked as (
      select account_id, sum(amount) as total, sum(amount) filter (where id > $5) as since,
             (array_agg('transfer ' || id || ' says ' || coalesce(balance::text, 'nothing') || ', adds up to ' || expected
                        order by id) filter (where balance is distinct from expected))[1] as wrong
      from summed group by account_id
    ),${BOUND}
    select ${walkedColumns('coalesce(w.total, 0)', rows)} ${walkedAccounts(rows)}`,
  1_000,
)

/**
 * Returns up to `rows` accounts from `account` on, before `end`, and up to `rows` of their entries by account and id;
 * of the first account those above `after`, on top of the balance `carried`. With fewer than `rows` entries, all were
 * read. Holds are read at once, because a user has few.
 */
export async function walkEntries(
  db: Queryable,
  from: { account: number; end: number; after: number; carried: string; since: number },
  rows: number,
): Promise<WalkedEntries> {
  const found = await db.query(WALK_ENTRIES(rows), [from.account, from.end, from.after, from.carried, from.since])
  const [{ count, lastAccount, lastId } = { count: 0, lastAccount: null, lastId: null }] = found
  return { accounts: found, count, lastAccount, lastId }
}

const newestBalance = (account: string, balance: string) => `
    (select id, ${balance} as balance from ledger_transfers where ${account} = a.id and id <= $6 order by id desc limit 1)`
const newEntries = (account: string, amount: string, balance: string) => `
    (select id, ${amount} as amount, ${balance} as balance from ledger_transfers
     where ${account} = b.id and id > b.read_up_to order by id limit $7)`

const WALK_NEW_ENTRIES = sql`
  with batch as (
    select a.*, a.id = $1 and $3::bigint > $6::bigint as is_continued,
           case when a.id = $1 then $3::bigint else $6::bigint end as read_up_to,
           coalesce((select last.balance from (${newestBalance('from_account', 'from_balance')}
                                               union all
                                               ${newestBalance('to_account', 'to_balance')}) last
                     order by last.id desc limit 1), 0) as recorded
    from ledger_accounts a where a.id >= $1 and a.id < $2 order by a.id limit $7
  ),
  entry as materialized (
    select b.id as account_id, case when b.is_continued then $4::numeric else b.recorded end as before, e.*
    from batch b cross join lateral (
      ${newEntries('from_account', '-amount', 'from_balance')}
      union all
      ${newEntries('to_account', 'amount', 'to_balance')}) e
    order by b.id, e.id limit $7
  ),
  summed as (
    select *, before + sum(amount) over (partition by account_id order by id) as expected from entry
  ),
  walked as (
    select account_id, sum(amount) as total, sum(amount) filter (where id > $5) as since,
           (array_agg('transfer ' || id || ' says ' || coalesce(balance::text, 'nothing') || ', adds up to ' || expected
                      order by id) filter (where balance is distinct from expected))[1] as wrong
    from summed group by account_id
  ),${BOUND}
  select ${walkedColumns('coalesce(w.total, 0) + case when a.is_continued then 0 else a.recorded end', '$7')}
  ${walkedAccounts('$7')}`

/** Like `walkEntries` for entries after transfer `base`, on top of the balance that the one before recorded. */
export async function walkNewEntries(
  db: Queryable,
  from: { account: number; end: number; after: number; carried: string; since: number; base: number },
  rows: number,
): Promise<WalkedEntries> {
  const { account, end, after, carried, since, base } = from
  const found = await db.query(WALK_NEW_ENTRIES, [account, end, after, carried, since, base, rows])
  const [{ count, lastAccount, lastId } = { count: 0, lastAccount: null, lastId: null }] = found
  return { accounts: found, count, lastAccount, lastId }
}

const READ_KEPT_TOTALS = sql`
  select kind as ${out('kind', 'text')}, sum(amount::numeric)::text as ${out('amount', 'text')}
  from steeze_totals, jsonb_each_text(amounts) as stands (kind, amount) group by kind order by kind`

export const readKeptTotals = (db: Queryable): Promise<{ kind: string; amount: string }[]> => db.query(READ_KEPT_TOTALS)
