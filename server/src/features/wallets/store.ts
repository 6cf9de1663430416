import { isWhitelistedExpression } from '#features/whitelist'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'

/** Bounds the locks of a transaction that settles thousands of wallets: servers have room for a few thousand. */
const SHELVES = 256

/**
 * Serialises all changes to these wallets, even before they have a row to lock. Wallets share locks, so unrelated ones
 * may wait for each other. Once per transaction: a second call would take locks out of order.
 */
export async function lockWallets(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock($2, shelf)
     from (select distinct abs(hashtext(address) % $3) as shelf from unnest($1::text[]) as asked (address)
           order by shelf) in_order`,
    [addresses, ADVISORY_LOCKS.wallets, SHELVES],
  )
}

export async function findWalletUser(db: Queryable, address: string): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>('select user_id as "userId" from wallets where address = $1', [
    address,
  ])
  return row?.userId
}

/** `userId` is an SQL expression. */
export const hasUnlistedWallet = (userId: string): string =>
  `exists (select 1 from wallets own where own.user_id = ${userId} and not ${isWhitelistedExpression('own.address')})`

/** Omits users without a wallet. */
export async function findWalletsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<{ userId: string; address: string }[]> {
  return db.query('select user_id as "userId", address from wallets where user_id = any($1::uuid[])', [userIds])
}

/** Lower case. */
export async function findUserWallet(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ address: string }>('select address from wallets where user_id = $1', [userId])
  return row?.address
}

export async function insertWallet(
  db: Queryable,
  wallet: { address: string; userId: string; now: Date | null },
): Promise<void> {
  await db.query(
    `with bound as (
       insert into wallets (address, user_id, bound_at) values ($1, $2, coalesce($3::timestamptz, clock_timestamp()))
       returning address, user_id, bound_at)
     insert into wallet_bindings (address, user_id, bound_at) select address, user_id, bound_at from bound`,
    [wallet.address, wallet.userId, wallet.now],
  )
}

export interface Binding {
  address: string
  userId: string
  boundAt: Date
  unboundAt: Date | null
}

/** With their periods, earliest first. */
export async function findBindings(db: Queryable, addresses: readonly string[]): Promise<Binding[]> {
  return db.query(
    `select address, user_id as "userId", bound_at as "boundAt", unbound_at as "unboundAt" from wallet_bindings
     where address = any($1::text[]) order by address, bound_at`,
    [addresses],
  )
}

/** Its history stays. */
export async function releaseWallet(tx: Tx, address: string, now: Date | null): Promise<void> {
  await tx.query('delete from wallets where address = $1', [address])
  await tx.query(
    `update wallet_bindings set unbound_at = coalesce($2::timestamptz, clock_timestamp())
     where address = $1 and unbound_at is null`,
    [address, now],
  )
}

export interface Replacement {
  userId: string
  address: string
  requestedAt: Date
  takesEffectAt: Date
}

const REPLACEMENT = `user_id as "userId", address, requested_at as "requestedAt", takes_effect_at as "takesEffectAt"`

export async function upsertReplacement(tx: Tx, replacement: Replacement): Promise<void> {
  const { userId, address, requestedAt, takesEffectAt } = replacement
  await tx.query(
    `insert into wallet_replacements (user_id, address, requested_at, takes_effect_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set address = excluded.address, requested_at = excluded.requested_at,
                                         takes_effect_at = excluded.takes_effect_at`,
    [userId, address, requestedAt, takesEffectAt],
  )
}

export async function findReplacement(db: Queryable, userId: string): Promise<Replacement | undefined> {
  const [row] = await db.query<Replacement>(`select ${REPLACEMENT} from wallet_replacements where user_id = $1`, [
    userId,
  ])
  return row
}

export async function deleteReplacement(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from wallet_replacements where user_id = $1', [userId])
}

export async function findDueReplacement(db: Queryable, now: Date | null): Promise<Replacement | undefined> {
  const [row] = await db.query<Replacement>(
    `select ${REPLACEMENT} from wallet_replacements
     where takes_effect_at <= coalesce($1::timestamptz, clock_timestamp()) order by takes_effect_at limit 1`,
    [now],
  )
  return row
}

export async function postponeReplacement(
  tx: Tx,
  { userId, address }: Pick<Replacement, 'userId' | 'address'>,
  takesEffectAt: Date,
): Promise<void> {
  await tx.query('update wallet_replacements set takes_effect_at = $3 where user_id = $1 and address = $2', [
    userId,
    address,
    takesEffectAt,
  ])
}

export async function msUntilReplacement(db: Queryable, now: Date | null): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select (extract(epoch from min(takes_effect_at) - coalesce($1::timestamptz, clock_timestamp())) * 1000)::bigint as ms
     from wallet_replacements`,
    [now],
  )
  return row?.ms === null || row?.ms === undefined ? null : Math.max(0, row.ms)
}

/** Current and former wallets, except those that belong to another user now. */
export async function findBoundWallets(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select distinct b.address from wallet_bindings b
     where b.user_id = $1 and not exists (select 1 from wallets w where w.address = b.address and w.user_id <> $1)`,
    [userId],
  )
  return rows.map(({ address }) => address)
}
