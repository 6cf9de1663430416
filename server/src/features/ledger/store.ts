import type { Queryable } from '#platform/db/db'
import {
  BATTLE_ACCOUNTS,
  DEBT_ACCOUNTS,
  type DebtAccountKind,
  HOUSE_ID,
  type HouseAccountKind,
  USER_ACCOUNTS,
  type UserAccountKind,
} from './accounts.ts'
import type { Account, Hold, KnownTransfer, Plan, PlannedTransfer } from './rules.ts'

/** Idempotent. */
export const insertUserAccounts = (db: Queryable, ownerId: string): Promise<void> =>
  insertAccounts(db, [ownerId], USER_ACCOUNTS)

/** Idempotent. */
export const insertBattleAccounts = (db: Queryable, battleIds: readonly string[]): Promise<void> =>
  insertAccounts(db, battleIds, BATTLE_ACCOUNTS)

async function insertAccounts(
  db: Queryable,
  ownerIds: readonly string[],
  currencies: Readonly<Record<string, string>>,
): Promise<void> {
  await db.query(
    `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
     select owner_id, kind, currency, true, 0
     from unnest($1::uuid[]) as owners (owner_id), unnest($2::text[], $3::text[]) as wanted (kind, currency)
     on conflict (owner_id, kind) do nothing`,
    [ownerIds, Object.keys(currencies), Object.values(currencies)],
  )
}

/** Idempotent. */
export const insertDebtAccounts = (db: Queryable, ownerIds: readonly string[]): Promise<void> =>
  insertAccounts(db, [...ownerIds].sort(), DEBT_ACCOUNTS)

/** By kind of account, from stored totals. Debts and unexplained amounts are negative. */
export async function sumSteeze(db: Queryable): Promise<{ kind: string; amount: number }[]> {
  return db.query(
    `select kind, sum(amount::bigint)::bigint as amount
     from steeze_totals, jsonb_each_text(amounts) as stands (kind, amount)
     where kind <> 'steeze_chain' group by kind order by kind`,
  )
}

/** Net outflow. For accounts with few transfers. */
export async function netLeft(db: Queryable, kind: HouseAccountKind): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select coalesce((select sum(t.amount) from ledger_transfers t where t.from_account = a.id), 0)::bigint
          - coalesce((select sum(t.amount) from ledger_transfers t where t.to_account = a.id), 0)::bigint as total
     from ledger_accounts a where a.owner_id = $1 and a.kind = $2`,
    [HOUSE_ID, kind],
  )
  return row?.total ?? 0
}

export interface AccountPair {
  ownerId: string
  kind: string
}

const ACCOUNT_COLUMNS = `a.id, a.owner_id as "ownerId", a.kind, a.currency, a.balance`

/** Always in the same order, so that two postings never deadlock. */
export async function lockUserAccounts(db: Queryable, pairs: readonly AccountPair[]): Promise<Account[]> {
  return db.query<Account>(
    `select ${ACCOUNT_COLUMNS} from ledger_accounts a
     where (a.owner_id, a.kind) in (select * from unnest($1::uuid[], $2::text[])) and a.is_tracked
     order by a.id for update`,
    [pairs.map((pair) => pair.ownerId), pairs.map((pair) => pair.kind)],
  )
}

/** Unlocked: they have no balance to protect. */
export async function findHouseAccounts(db: Queryable): Promise<Account[]> {
  return db.query<Account>(`select ${ACCOUNT_COLUMNS} from ledger_accounts a where a.owner_id = $1`, [HOUSE_ID])
}

export async function findTransfers(db: Queryable, keys: readonly string[]): Promise<KnownTransfer[]> {
  return db.query<KnownTransfer>(
    `select key, from_account as "fromAccount", to_account as "toAccount", amount, kind, reference,
            opens_hold as "opensHold", resolves_hold as "resolvesHold"
     from transfers_with_keys($1)`,
    [keys],
  )
}

/** Read after the lock, so that a concurrent resolution is seen. */
export async function lockHolds(db: Queryable, ids: readonly string[]): Promise<Hold[]> {
  await db.query('select id from ledger_holds where id = any($1::uuid[]) order by id for update', [ids])
  return db.query<Hold>(
    `select h.id, h.account_id as "accountId", h.amount,
            exists (select 1 from ledger_hold_resolutions r where r.hold_id = h.id) as "isResolved"
     from ledger_holds h where h.id = any($1::uuid[])`,
    [ids],
  )
}

export async function insertPosting(db: Queryable, plan: Plan, now: Date | null): Promise<void> {
  const { transfers, balances } = plan
  const column = <T>(read: (transfer: PlannedTransfer) => T) => transfers.map(read)
  await db.query(
    `with written as (
       insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance,
                                     to_balance, opens_hold, resolves_hold, created_at)
       select key, kind, reference, currency, amount, from_account, to_account, from_balance, to_balance, opens_hold,
              resolves_hold, coalesce($12::timestamptz, clock_timestamp())
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                   $8::bigint[], $9::bigint[], $10::uuid[], $11::uuid[]) with ordinality
         as planned (key, kind, reference, currency, amount, from_account, to_account, from_balance, to_balance,
                     opens_hold, resolves_hold, position)
       order by position)
     update ledger_accounts a set balance = changed.balance
     from unnest($13::bigint[], $14::bigint[]) as changed (id, balance) where a.id = changed.id`,
    [
      column((transfer) => transfer.key),
      column((transfer) => transfer.kind),
      column((transfer) => transfer.reference),
      column((transfer) => transfer.currency),
      column((transfer) => transfer.amount),
      column((transfer) => transfer.fromId),
      column((transfer) => transfer.toId),
      column((transfer) => transfer.fromBalance),
      column((transfer) => transfer.toBalance),
      column((transfer) => transfer.opensHold ?? null),
      column((transfer) => transfer.resolvesHold ?? null),
      now,
      [...balances.keys()],
      [...balances.values()],
    ],
  )
}

export async function insertHolds(
  db: Queryable,
  holds: readonly { id: string; accountId: number; amount: number }[],
  now: Date | null,
): Promise<void> {
  await db.query(
    `insert into ledger_holds (id, account_id, amount, created_at)
     select id, account_id, amount, coalesce($4::timestamptz, clock_timestamp())
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as opened (id, account_id, amount)`,
    [holds.map((hold) => hold.id), holds.map((hold) => hold.accountId), holds.map((hold) => hold.amount), now],
  )
}

export async function insertResolutions(db: Queryable, holdIds: readonly string[], now: Date | null): Promise<void> {
  await db.query(
    `insert into ledger_hold_resolutions (hold_id, created_at)
     select hold_id, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::uuid[]) as resolved (hold_id)`,
    [holdIds, now],
  )
}

export async function selectBalances(
  db: Queryable,
  ownerId: string,
): Promise<{ kind: UserAccountKind; balance: number }[]> {
  return db.query(`select kind, balance from ledger_accounts where owner_id = $1 and kind = any($2::text[])`, [
    ownerId,
    Object.keys(USER_ACCOUNTS),
  ])
}

/** Negative while something is owed. */
export async function selectDebt(db: Queryable, ownerId: string, kind: DebtAccountKind): Promise<number> {
  const [row] = await db.query<{ balance: number }>(
    'select balance from ledger_accounts where owner_id = $1 and kind = $2',
    [ownerId, kind],
  )
  return row?.balance ?? 0
}

/** A balance for another feature's statement, which saves a round trip. `ownerExpression` is SQL, never input. */
export const balanceExpression = (kind: UserAccountKind, ownerExpression: string): string =>
  `coalesce((select balance from ledger_accounts where owner_id = ${ownerExpression} and kind = '${kind}'), 0)`

export interface Entry {
  id: number
  key: string
  kind: string
  currency: string
  amount: number
  fromOwner: string
  fromKind: string
  toOwner: string
  toKind: string
  fromBalance: number | null
  toBalance: number | null
  createdAt: Date
}

/** In the order they were written. */
export async function findEntries(db: Queryable, keys: readonly string[]): Promise<Entry[]> {
  return db.query<Entry>(
    `select t.id, t.key, t.kind, t.currency, t.amount, f.owner_id as "fromOwner", f.kind as "fromKind",
            g.owner_id as "toOwner", g.kind as "toKind", t.from_balance as "fromBalance", t.to_balance as "toBalance",
            t.created_at as "createdAt"
     from ledger_transfers t join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
     where t.key = any($1::text[]) order by t.id`,
    [keys],
  )
}
