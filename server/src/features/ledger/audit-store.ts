import type { Queryable } from '#platform/db/db'

/** Each answers the rows that break one promise of the ledger, first account first; none when it holds. */
type Finding = { subject: string; detail: string }

const ENTRIES = `(
  select id, from_account as account_id, -amount as amount, from_balance as balance from ledger_transfers
  union all
  select id, to_account, amount, to_balance from ledger_transfers)`

const HELD = `('ap_held', 'steeze_held')`

const CHECKS: { promise: string; sql: string }[] = [
  {
    promise: 'every balance is the sum of its entries',
    sql: `select a.owner_id || '/' || a.kind as subject,
                 'balance ' || a.balance || ', entries ' || coalesce(e.total, 0) as detail
          from ledger_accounts a
          left join (select account_id, sum(amount) as total from ${ENTRIES} all_entries group by 1) e
            on e.account_id = a.id
          where a.is_tracked and a.balance <> coalesce(e.total, 0) order by a.id limit 20`,
  },
  {
    promise: 'every entry says the balance it led to',
    sql: `select a.owner_id || '/' || a.kind as subject,
                 'transfer ' || e.id || ' says ' || coalesce(e.balance::text, 'nothing') || ', adds up to ' || e.expected
                   as detail
          from (select id, account_id, balance, sum(amount) over (partition by account_id order by id) as expected
                from ${ENTRIES} all_entries) e
          join ledger_accounts a on a.id = e.account_id
          where a.is_tracked and e.balance is distinct from e.expected order by a.id, e.id limit 20`,
  },
  {
    promise: 'no account of a person is negative, and no debt positive',
    sql: `select owner_id || '/' || kind as subject, 'balance ' || balance as detail
          from ledger_accounts where is_tracked and
            case when kind in ('ap_debt', 'steeze_debt') then balance > 0 else balance < 0 end order by id limit 20`,
  },
  {
    promise: 'each currency sums to zero',
    sql: `select a.currency as subject, 'sum ' || sum(e.amount) as detail
          from ${ENTRIES} e join ledger_accounts a on a.id = e.account_id
          group by a.currency having sum(e.amount) <> 0 order by 1 limit 20`,
  },
  {
    promise: 'what people have came from the house',
    sql: `select currency as subject, 'people ' || people || ', issued ' || issued as detail
          from (select a.currency, coalesce(sum(a.balance) filter (where a.is_tracked), 0) as people,
                       -coalesce(sum(h.total) filter (where not a.is_tracked), 0) as issued
                from ledger_accounts a
                left join (select account_id, sum(amount) as total from ${ENTRIES} all_entries group by 1) h
                  on h.account_id = a.id
                group by a.currency) totals
          where people <> issued order by 1 limit 20`,
  },
  {
    promise: 'the totals of Steeze are what the transfers add up to',
    sql: `select coalesce(s.kind, m.kind) as subject,
                 'total ' || coalesce(s.total, 0) || ', transfers ' || coalesce(m.total, 0) as detail
          from (select kind, sum(amount::bigint) as total
                from steeze_totals, jsonb_each_text(amounts) as stands (kind, amount) group by kind) s
          full join (select a.kind, sum(e.amount) as total from ${ENTRIES} e join ledger_accounts a on a.id = e.account_id
                     where a.currency = 'STEEZE' group by a.kind) m on m.kind = s.kind
          where coalesce(s.total, 0) <> coalesce(m.total, 0) order by 1 limit 20`,
  },
  {
    promise: 'every transfer stays within its currency',
    sql: `select t.key as subject, f.currency || ' to ' || g.currency as detail
          from ledger_transfers t join ledger_accounts f on f.id = t.from_account
          join ledger_accounts g on g.id = t.to_account
          where f.currency <> g.currency or f.currency <> t.currency order by t.id limit 20`,
  },
  {
    promise: 'every hold was filled by one transfer of its amount',
    sql: `select 'hold ' || h.id as subject, 'holds ' || h.amount || ', filled with ' || coalesce(t.amount, 0) as detail
          from ledger_holds h left join ledger_transfers t on t.opens_hold = h.id
          where t.id is null or t.amount <> h.amount or t.to_account <> h.account_id order by h.id limit 20`,
  },
  {
    promise: 'every hold is resolved once, whole, or open',
    sql: `select 'hold ' || h.id as subject,
                 'holds ' || h.amount || ', resolved with ' || coalesce(t.total, 0) || ' (' ||
                 case when r.hold_id is null then 'open' else 'resolved' end || ')' as detail
          from ledger_holds h
          left join ledger_hold_resolutions r on r.hold_id = h.id
          left join (select resolves_hold, sum(amount) as total from ledger_transfers
                     where resolves_hold is not null group by 1) t on t.resolves_hold = h.id
          where coalesce(t.total, 0) <> case when r.hold_id is null then 0 else h.amount end
          order by h.id limit 20`,
  },
  {
    promise: 'no hold is resolved twice',
    sql: `select 'hold ' || hold_id as subject, count(*) || ' resolutions' as detail
          from ledger_hold_resolutions group by hold_id having count(*) > 1 order by 1 limit 20`,
  },
  {
    promise: 'every hold a transfer names is there',
    sql: `select t.key as subject, 'names hold ' || named.hold_id as detail
          from ledger_transfers t cross join lateral (values (t.opens_hold), (t.resolves_hold)) as named (hold_id)
          where named.hold_id is not null and not exists (select 1 from ledger_holds h where h.id = named.hold_id)
          order by t.id limit 20`,
  },
  {
    promise: 'every hold is taken from the account it is in',
    sql: `select t.key as subject, 'takes hold ' || h.id || ' of account ' || h.account_id || ' from ' || t.from_account
                   as detail
          from ledger_transfers t join ledger_holds h on h.id = t.resolves_hold
          where t.from_account <> h.account_id order by t.id limit 20`,
  },
  {
    promise: 'nothing is set aside or taken from there without a hold',
    sql: `select t.key as subject, f.kind || ' to ' || g.kind || ', fills ' || coalesce(t.opens_hold::text, 'none') ||
                   ', takes ' || coalesce(t.resolves_hold::text, 'none') as detail
          from ledger_transfers t join ledger_accounts f on f.id = t.from_account
          join ledger_accounts g on g.id = t.to_account
          where (f.kind in ${HELD}) <> (t.resolves_hold is not null) or (g.kind in ${HELD}) <> (t.opens_hold is not null)
          order by t.id limit 20`,
  },
  {
    promise: 'what is set aside in an account is its open holds',
    sql: `select a.owner_id || '/' || a.kind as subject,
                 'balance ' || a.balance || ', open holds ' || coalesce(o.total, 0) as detail
          from ledger_accounts a
          left join (select h.account_id, sum(h.amount) as total from ledger_holds h
                     where not exists (select 1 from ledger_hold_resolutions r where r.hold_id = h.id) group by 1) o
            on o.account_id = a.id
          where a.balance <> coalesce(o.total, 0) and (a.kind in ${HELD} or o.total is not null)
          order by a.id limit 20`,
  },
]

export interface BrokenPromise extends Finding {
  promise: string
}

/** Every promise of the ledger that the stored rows break. */
export async function findBrokenPromises(db: Queryable): Promise<BrokenPromise[]> {
  const broken: BrokenPromise[] = []
  for (const { promise, sql } of CHECKS) {
    for (const finding of await db.query<Finding>(sql)) broken.push({ promise, ...finding })
  }
  return broken
}

export const PROMISES: readonly string[] = CHECKS.map(({ promise }) => promise)

export async function countLedger(db: Queryable): Promise<{ accounts: number; transfers: number; holds: number }> {
  const [row] = await db.query<{ accounts: number; transfers: number; holds: number }>(
    `select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transfers) as transfers,
            (select count(*) from ledger_holds) as holds`,
  )
  return row ?? { accounts: 0, transfers: 0, holds: 0 }
}
