import { isSuspendedExpression } from '#features/suspension'
import { isWhitelistedExpression } from '#features/whitelist'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { msUntil } from '#platform/db/ms-until'
import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

const walletReplacements = columns('wallet_replacements')

const wallets = columns('wallets')
const walletBindings = columns('wallet_bindings')
const b = columns('wallet_bindings', 'b')

/**
 * Number of groups of wallets that are locked together. It bounds the locks of a transaction that settles thousands of
 * wallets, since servers have room for a few thousand.
 */
const SHELVES = 256

const LOCK_WALLETS = sql`
  select pg_advisory_xact_lock($2, shelf)
  from (select distinct abs(hashtext(address) % $3) as shelf from unnest($1::text[]) as asked (address)
        order by shelf) in_order`

/** Serialises changes to these wallets, known or not. Call it once per transaction, for the lock order. */
export async function lockWallets(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.query(LOCK_WALLETS, [addresses, ADVISORY_LOCKS.wallets, SHELVES])
}

const FIND_WALLET_USER = sql`select ${wallets('userId')} from wallets where address = $1`

export async function findWalletUser(db: Queryable, address: string): Promise<string | undefined> {
  const [row] = await db.query(FIND_WALLET_USER, [address])
  return row?.userId
}

/** Returns SQL; `userId` is an SQL expression. */
export const hasUnlistedWallet = (userId: string): string =>
  `exists (select 1 from wallets own where own.user_id = ${userId} and not ${isWhitelistedExpression('own.address')})`

/** Returns SQL for whether a user may stake, pay, gift or be challenged. Takes SQL expressions, `isBetaOpen` a boolean one. */
export const isEligibleExpression = (userId: string, isBetaOpen: string): string =>
  `(not ${isSuspendedExpression(userId)} and (${isBetaOpen} or exists (
     select 1 from wallets own where own.user_id = ${userId} and ${isWhitelistedExpression('own.address')})))`

const FIND_INELIGIBLE = sql`
  select asked.id as ${out('id', 'uuid')}, ${isSuspendedExpression('asked.id')} as ${out('isSuspended', 'boolean')}
  from unnest($1::uuid[]) as asked (id) where not ${isEligibleExpression('asked.id', '$2::boolean')}`

/** Returns those of these users who aren't eligible. */
export async function findIneligibleUsers(
  db: Queryable,
  userIds: readonly string[],
  isBetaOpen: boolean,
): Promise<{ id: string; isSuspended: boolean }[]> {
  return db.query(FIND_INELIGIBLE, [userIds, isBetaOpen])
}

const FIND_ANY_RESTRICTED = sqlWith(
  (restriction: string) => fragment`
    select 1 from unnest($1::uuid[]) as person (id) where ${restriction} is not null limit 1`,
  'null',
)

/** `restriction` returns SQL for a user's restriction, given an expression for their id. */
export async function findIsAnyRestricted(
  db: Queryable,
  userIds: readonly string[],
  restriction: (userId: string) => string,
): Promise<boolean> {
  return (await db.query(FIND_ANY_RESTRICTED(restriction('person.id')), [userIds])).length > 0
}

const FIND_USER_WALLET = sql`select ${wallets('address')} from wallets where user_id = $1`

/** Returns the wallet in lower case. */
export async function findUserWallet(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db.query(FIND_USER_WALLET, [userId])
  return row?.address
}

const INSERT_WALLET = sql`
  with bound as (
    insert into wallets (address, user_id, bound_at) values ($1, $2, coalesce($3::timestamptz, clock_timestamp()))
    returning address, user_id, bound_at)
  insert into wallet_bindings (address, user_id, bound_at) select address, user_id, bound_at from bound`

export async function insertWallet(
  db: Queryable,
  wallet: { address: string; userId: string; now: Date | null },
): Promise<void> {
  await db.query(INSERT_WALLET, [wallet.address, wallet.userId, wallet.now])
}

export type Binding = RowOf<typeof FIND_BINDINGS>

const FIND_BINDINGS = sql`
  select ${walletBindings('address', 'userId', 'boundAt', 'unboundAt')} from wallet_bindings
  where address = any($1::text[]) order by address, bound_at`

/** Returns bindings with their periods, earliest first. */
export async function findBindings(db: Queryable, addresses: readonly string[]): Promise<Binding[]> {
  return db.query(FIND_BINDINGS, [addresses])
}

const DELETE_WALLET = sql`delete from wallets where address = $1`

const END_BINDING = sql`
  update wallet_bindings set unbound_at = coalesce($2::timestamptz, clock_timestamp())
  where address = $1 and unbound_at is null`

/** Releases a wallet and keeps its history. */
export async function releaseWallet(tx: Tx, address: string, now: Date | null): Promise<void> {
  await tx.query(DELETE_WALLET, [address])
  await tx.query(END_BINDING, [address, now])
}

export type Replacement = RowOf<typeof FIND_DUE_REPLACEMENT>

const REPLACEMENT = fragment`${walletReplacements('userId', 'address', 'requestedAt', 'takesEffectAt')}`

const UPSERT_REPLACEMENT = sql`
  insert into wallet_replacements (user_id, address, requested_at, takes_effect_at) values ($1, $2, $3, $4)
  on conflict (user_id) do update set address = excluded.address, requested_at = excluded.requested_at,
                                      takes_effect_at = excluded.takes_effect_at`

export async function upsertReplacement(tx: Tx, replacement: Replacement): Promise<void> {
  const { userId, address, requestedAt, takesEffectAt } = replacement
  await tx.query(UPSERT_REPLACEMENT, [userId, address, requestedAt, takesEffectAt])
}

const FIND_REPLACEMENT = sql`select ${REPLACEMENT} from wallet_replacements where user_id = $1`

export async function findReplacement(db: Queryable, userId: string): Promise<Replacement | undefined> {
  const [row] = await db.query(FIND_REPLACEMENT, [userId])
  return row
}

const DELETE_REPLACEMENT = sql`delete from wallet_replacements where user_id = $1`

export async function deleteReplacement(db: Queryable, userId: string): Promise<void> {
  await db.query(DELETE_REPLACEMENT, [userId])
}

const FIND_DUE_REPLACEMENT = sql`
  select ${REPLACEMENT} from wallet_replacements
  where takes_effect_at <= coalesce($1::timestamptz, clock_timestamp()) order by takes_effect_at limit 1`

export async function findDueReplacement(db: Queryable, now: Date | null): Promise<Replacement | undefined> {
  const [row] = await db.query(FIND_DUE_REPLACEMENT, [now])
  return row
}

const POSTPONE_REPLACEMENT = sql`
  update wallet_replacements set takes_effect_at = $3 where user_id = $1 and address = $2`

export async function postponeReplacement(
  tx: Tx,
  { userId, address }: Pick<Replacement, 'userId' | 'address'>,
  takesEffectAt: Date,
): Promise<void> {
  await tx.query(POSTPONE_REPLACEMENT, [userId, address, takesEffectAt])
}

export const msUntilReplacement = msUntil('min(takes_effect_at)', 'wallet_replacements')

const FIND_BOUND_WALLETS = sql`
  select distinct ${b('address')} from wallet_bindings b where b.user_id = $1`

/** Returns current and former wallets, including those that belong to another user now. */
export async function findBoundWallets(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query(FIND_BOUND_WALLETS, [userId])
  return rows.map(({ address }) => address)
}
