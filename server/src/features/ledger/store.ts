import type { Queryable } from '#platform/db/db'
import { columns, of, out, sql } from '#platform/db/sql'
import {
  BATTLE_ACCOUNTS,
  DEBT_ACCOUNTS,
  type DebtAccountKind,
  HOUSE_ID,
  type HouseAccountKind,
  isDebtAccount,
  USER_ACCOUNTS,
  type UserAccountKind,
} from './accounts.ts'
import type { Account, Hold, KnownTransfer, PlannedTransfer } from './rules.ts'

const ledgerTransfers = columns('ledger_transfers')
const h = columns('ledger_holds', 'h')
const ledgerAccounts = columns('ledger_accounts')
const t = columns('ledger_transfers', 't')
const f = columns('ledger_accounts', 'f')
const g = columns('ledger_accounts', 'g')

/** Inserts a user's accounts. Idempotent. */
export const insertUserAccounts = (db: Queryable, ownerId: string): Promise<void> =>
  insertAccounts(db, [ownerId], USER_ACCOUNTS)

/** Inserts the accounts of battles. Idempotent. */
export const insertBattleAccounts = (db: Queryable, battleIds: readonly string[]): Promise<void> =>
  insertAccounts(db, battleIds, BATTLE_ACCOUNTS)

const INSERT_ACCOUNTS = sql`
  insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
  select owner_id, kind, currency, true, 0
  from unnest($1::uuid[]) as owners (owner_id), unnest($2::text[], $3::text[]) as wanted (kind, currency)
  on conflict (owner_id, kind) do nothing`

async function insertAccounts(
  db: Queryable,
  ownerIds: readonly string[],
  currencies: Readonly<Record<string, string>>,
): Promise<void> {
  await db.query(INSERT_ACCOUNTS, [ownerIds, Object.keys(currencies), Object.values(currencies)])
}

/** Inserts owners' debt accounts. Idempotent. */
export const insertDebtAccounts = (db: Queryable, ownerIds: readonly string[]): Promise<void> =>
  insertAccounts(db, [...ownerIds].sort(), DEBT_ACCOUNTS)

const SUM_STEEZE = sql`
  select kind as ${out('kind', 'text')}, sum(amount::bigint)::bigint as ${out('amount', 'bigint')}
  from steeze_totals, jsonb_each_text(amounts) as stands (kind, amount)
  where kind <> 'steeze_chain' group by kind order by kind`

/** Returns Steeze by kind of account, from stored totals. Debts and unexplained amounts are negative. */
export async function sumSteeze(db: Queryable): Promise<{ kind: string; amount: number }[]> {
  return db.query(SUM_STEEZE)
}

const NET_LEFT = sql`
  select coalesce((select sum(t.amount) from ledger_transfers t where t.from_account = a.id), 0)::bigint
       - coalesce((select sum(t.amount) from ledger_transfers t where t.to_account = a.id), 0)::bigint
         as ${out('total', 'bigint')}
  from ledger_accounts a where a.owner_id = $1 and a.kind = $2`

/** Returns the net outflow. For accounts with few transfers. */
export async function netLeft(db: Queryable, kind: HouseAccountKind): Promise<number> {
  const [row] = await db.query(NET_LEFT, [HOUSE_ID, kind])
  return row?.total ?? 0
}

export interface AccountPair {
  ownerId: string
  kind: string
}

const a = columns('ledger_accounts', 'a')
const ACCOUNT_COLUMNS = a('id', 'ownerId', 'kind', 'currency', 'balance')

const LOCK_USER_ACCOUNTS = sql`
  select ${ACCOUNT_COLUMNS} from ledger_accounts a
  where (a.owner_id, a.kind) in (
      select owner_id, kind from unnest($1::uuid[], $2::int[]) as wanted (owner_id, kind_set)
      join unnest($3::int[], $4::text[]) as named (kind_set, kind) using (kind_set))
    and a.is_tracked
  order by a.id for update`

/**
 * Locks accounts, always in the same order, so that two postings never deadlock. Debts come last, by a statement of
 * their own, since one that had to wait doesn't see an account that was opened meanwhile.
 */
export async function lockUserAccounts(db: Queryable, pairs: readonly AccountPair[]): Promise<Account[]> {
  const others = pairs.filter((pair) => !isDebtAccount(pair))
  return (await Promise.all([lockAccounts(db, others), lockAccounts(db, pairs.filter(isDebtAccount))])).flat()
}

/** Locks accounts. Names kinds once for all owners who have the same: a crowd's gifts come from the same two. */
function lockAccounts(db: Queryable, pairs: readonly AccountPair[]): Promise<Account[]> {
  const kindsOf = new Map<string, string>()
  for (const { ownerId, kind } of pairs) {
    const others = kindsOf.get(ownerId)
    kindsOf.set(ownerId, others ? `${others} ${kind}` : kind)
  }
  const sets = new Map([...new Set(kindsOf.values())].map((kinds, nr) => [kinds, nr]))
  const named = [...sets].flatMap(([kinds, nr]) => kinds.split(' ').map((kind) => ({ kind, nr })))
  return db.query(LOCK_USER_ACCOUNTS, [
    [...kindsOf.keys()],
    [...kindsOf.values()].map((kinds) => sets.get(kinds) as number),
    named.map(({ nr }) => nr),
    named.map(({ kind }) => kind),
  ])
}

const FIND_HOUSE_ACCOUNTS = sql`select ${ACCOUNT_COLUMNS} from ledger_accounts a where a.owner_id = $1`

/** Returns house accounts, unlocked, since they have no balance to protect. */
export async function findHouseAccounts(db: Queryable): Promise<Account[]> {
  return db.query(FIND_HOUSE_ACCOUNTS, [HOUSE_ID])
}

const FIND_TRANSFERS = sql`
  select ${ledgerTransfers('key', 'fromAccount', 'toAccount', 'amount', 'kind', 'reference', 'opensHold', 'resolvesHold')}
  from transfers_with_keys($1)`

export async function findTransfers(db: Queryable, keys: readonly string[]): Promise<KnownTransfer[]> {
  return db.query(FIND_TRANSFERS, [keys])
}

const LOCK_HOLD_ROWS = sql`select id from ledger_holds where id = any($1::uuid[]) order by id for update`

const FIND_HOLDS = sql`
  select ${h('id', 'accountId', 'amount')},
         exists (select 1 from ledger_hold_resolutions r where r.hold_id = h.id) as ${out('isResolved', 'boolean')}
  from ledger_holds h where h.id = any($1::uuid[])`

/** Locks holds. They are read after the lock, so that a concurrent resolution is seen. */
export async function lockHolds(db: Queryable, ids: readonly string[]): Promise<Hold[]> {
  await db.query(LOCK_HOLD_ROWS, [ids])
  return db.query(FIND_HOLDS, [ids])
}

const INSERT_TRANSFERS = sql`
  insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance,
                                to_balance, opens_hold, resolves_hold, created_at)
  select key, kind, reference, currency, amount, from_account, to_account, from_balance, to_balance, opens_hold,
         resolves_hold, coalesce($1::timestamptz, clock_timestamp())
  from unnest($2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::uuid[],
              $10::uuid[]) with ordinality
    as planned (key, subject, amount, from_account, to_account, from_balance, to_balance, opens_hold, resolves_hold,
                position)
  join unnest($11::text[], $12::text[], $13::text[]) with ordinality as subjects (kind, reference, currency, subject)
    using (subject)
  order by position`

type Subject = Pick<PlannedTransfer, 'kind' | 'reference' | 'currency'>

/** Inserts transfers. A trigger sets the accounts' balances to those that the transfers state. */
export async function insertTransfers(
  db: Queryable,
  transfers: readonly PlannedTransfer[],
  now: Date | null,
): Promise<void> {
  const column = <T>(read: (transfer: PlannedTransfer) => T) => transfers.map(read)
  // `unnest` pads a shorter array with nulls.
  const sparse = (values: (string | null)[]) => (values.every((value) => value === null) ? [] : values)
  const { subjects, numbers } = subjectsOf(transfers)
  await db.query(INSERT_TRANSFERS, [
    now,
    column(({ key }) => key),
    numbers,
    column(({ amount }) => amount),
    column(({ fromId }) => fromId),
    column(({ toId }) => toId),
    column(({ fromBalance }) => fromBalance),
    column(({ toBalance }) => toBalance),
    sparse(column(({ opensHold }) => opensHold ?? null)),
    sparse(column(({ resolvesHold }) => resolvesHold ?? null)),
    subjects.map(({ kind }) => kind),
    subjects.map(({ reference }) => reference),
    subjects.map(({ currency }) => currency),
  ])
}

/** Returns what transfers have in common, to be sent once, and in `numbers` each transfer's subject, from 1. */
function subjectsOf(transfers: readonly Subject[]): { subjects: Subject[]; numbers: number[] } {
  const subjects: Subject[] = []
  const latest = new Map<string, number>()
  const numbers = transfers.map((transfer) => {
    const { kind, reference, currency } = transfer
    const number = latest.get(reference)
    const known = number === undefined ? undefined : subjects[number - 1]
    if (number !== undefined && known?.kind === kind && known.currency === currency) return number
    latest.set(reference, subjects.push(transfer))
    return subjects.length
  })
  return { subjects, numbers }
}

const INSERT_HOLDS = sql`
  insert into ledger_holds (id, account_id, amount, created_at)
  select id, account_id, amount, coalesce($4::timestamptz, clock_timestamp())
  from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as opened (id, account_id, amount)`

export async function insertHolds(
  db: Queryable,
  holds: readonly { id: string; accountId: number; amount: number }[],
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_HOLDS, [
    holds.map((hold) => hold.id),
    holds.map((hold) => hold.accountId),
    holds.map((hold) => hold.amount),
    now,
  ])
}

const INSERT_RESOLUTIONS = sql`
  insert into ledger_hold_resolutions (hold_id, created_at)
  select hold_id, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::uuid[]) as resolved (hold_id)`

export async function insertResolutions(db: Queryable, holdIds: readonly string[], now: Date | null): Promise<void> {
  await db.query(INSERT_RESOLUTIONS, [holdIds, now])
}

const SELECT_BALANCES = sql`
  select kind as ${out('kind', 'text', of<UserAccountKind>)}, balance as ${out('balance', 'bigint')}
  from ledger_accounts where owner_id = $1 and kind = any($2::text[])`

export async function selectBalances(
  db: Queryable,
  ownerId: string,
): Promise<{ kind: UserAccountKind; balance: number }[]> {
  return db.query(SELECT_BALANCES, [ownerId, Object.keys(USER_ACCOUNTS)])
}

const SELECT_DEBT = sql`select ${ledgerAccounts('balance')} from ledger_accounts where owner_id = $1 and kind = $2`

/** Returns the debt account's balance, which is negative while there is a debt. */
export async function selectDebt(db: Queryable, ownerId: string, kind: DebtAccountKind): Promise<number> {
  const [row] = await db.query(SELECT_DEBT, [ownerId, kind])
  return row?.balance ?? 0
}

/** Returns SQL for a balance in another feature's statement. `ownerExpression` is SQL, never input. */
export const balanceExpression = (kind: UserAccountKind, ownerExpression: string): string =>
  `coalesce((select balance from ledger_accounts where owner_id = ${ownerExpression} and kind = '${kind}'), 0)`

/** Returns SQL for the id of the transfer with this key and amount, or null; both are SQL, never input. */
export const transferExpression = (keyExpression: string, amountExpression: string): string =>
  `(select t.id from transfers_with_keys(array[${keyExpression}]) t where t.amount = ${amountExpression})`

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

const FIND_ENTRIES = sql`
  select ${t('id', 'key', 'kind', 'currency', 'amount')}, ${f({ fromOwner: 'ownerId' }, { fromKind: 'kind' })},
         ${g({ toOwner: 'ownerId' }, { toKind: 'kind' })}, ${t('fromBalance', 'toBalance', 'createdAt')}
  from transfers_with_keys($1) t
  join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account order by t.id`

export async function findEntries(db: Queryable, keys: readonly string[]): Promise<Entry[]> {
  return db.query(FIND_ENTRIES, [keys])
}
