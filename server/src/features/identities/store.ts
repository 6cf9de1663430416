import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const i = columns('account_identities', 'i')
const c = columns('continued_accounts')

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

const KNOWN = `i.identity_hash in (select decode(given.hash, 'hex') from unnest($2::text[]) as given (hash))`

const INSERT_IDENTITY = sql`
  insert into account_identities (identity_hash, user_id, key_id)
  select coalesce(known.identity_hash, decode(($2::text[])[1], 'hex')), $1, coalesce(known.key_id, $3)
  from (values (1)) as one
  left join (select i.identity_hash, i.key_id from account_identities i where ${KNOWN} limit 1) known on true
  on conflict do nothing`

/** Stores an identity of an account, under the hash it already has. `hashes` are those of every key, newest first. */
export async function insertIdentity(
  tx: Tx,
  { userId, hashes, keyId }: { userId: string; hashes: readonly Uint8Array[]; keyId: string },
): Promise<void> {
  await tx.query(INSERT_IDENTITY, [userId, hashes.map(hex), keyId])
}

const HAS_IDENTITY = sql`
  select 1 from account_identities
  where identity_hash in (select decode(given.hash, 'hex') from unnest($1::text[]) as given (hash)) limit 1`

/** Returns whether any account has the identity. `hashes` are those of every key. */
export const hasIdentity = async (db: Queryable, hashes: readonly Uint8Array[]): Promise<boolean> =>
  (await db.query(HAS_IDENTITY, [hashes.map(hex)])).length > 0

const FIND_EARLIER = sql`
  select ${i('userId')}, u.id is null or u.deleted_at is not null as ${out('isDeleted', 'boolean')}
  from account_identities i left join user_profiles u on u.id = i.user_id
  where ${KNOWN} and i.user_id <> $1
    and not exists (select 1 from continued_accounts c where c.earlier_id = i.user_id and c.is_return)
  order by u.deleted_at desc nulls last, i.user_id`

/** Returns the other accounts of an identity, those deleted last first, without those that another one continues. */
export const findEarlier = (
  db: Queryable,
  userId: string,
  hashes: readonly Uint8Array[],
): Promise<RowOf<typeof FIND_EARLIER>[]> => db.query(FIND_EARLIER, [userId, hashes.map(hex)])

const INSERT_CONTINUED = `
  insert into continued_accounts (earlier_id, later_id, is_return, continued_at)
  values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`
const INSERT_RETURN = sql`${INSERT_CONTINUED} on conflict do nothing returning ${c('laterId')}`
const UPSERT_OTHER = sql`
  ${INSERT_CONTINUED} on conflict (earlier_id, later_id, is_return) do update set continued_at = excluded.continued_at`

export interface Carried {
  from: string
  to: string
  /** Whether `from` was deleted and `to` is the first account that continues it. */
  isReturn: boolean
}

type Pair = Pick<Carried, 'from' | 'to'>

/** Stores that an account returns to a deleted one. Returns false if another one did before. */
export async function insertReturn(tx: Tx, { from, to }: Pair, now: Date | null): Promise<boolean> {
  return (await tx.query(INSERT_RETURN, [from, to, true, now])).length === 1
}

/** Stores that an account has an identity of another one, again for each identity, so that newer rows are carried. */
export async function upsertOther(tx: Tx, { from, to }: Pair, now: Date | null): Promise<void> {
  await tx.query(UPSERT_OTHER, [from, to, false, now])
}

const INHERIT = sql`
  insert into account_identities (identity_hash, user_id, key_id)
  select i.identity_hash, $2, i.key_id from account_identities i where i.user_id = $1 on conflict do nothing`

/** Gives an account all identities of another. */
export async function inheritIdentities(tx: Tx, { from, to }: Pair): Promise<void> {
  await tx.query(INHERIT, [from, to])
}

const FIND_ALL_EARLIER = sql`
  select e.id as ${out('id', 'uuid')},
         not exists (select 1 from user_profiles u where u.id = e.id and u.deleted_at is null)
           as ${out('isDeleted', 'boolean')}
  from earlier_accounts($1) as e (id) order by e.id`

/** Returns all accounts that this one continues, directly or through others. */
export const findEarlierAccounts = (db: Queryable, userId: string): Promise<RowOf<typeof FIND_ALL_EARLIER>[]> =>
  db.query(FIND_ALL_EARLIER, [userId])

const FIND_ALL_LATER = sql`
  with recursive later (id) as (
    select later_id from continued_accounts where earlier_id = $1
    union
    select c.later_id from later join continued_accounts c on c.earlier_id = later.id)
  select id as ${out('id', 'uuid')} from later where id <> $1`

/** Returns all accounts that continue this one, directly or through others. */
export const findLaterAccounts = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query(FIND_ALL_LATER, [userId])).map(({ id }) => id)

const HOLD_CONTINUED = sql`lock table continued_accounts in share row exclusive mode`

/**
 * Returns all accounts that continue this one, and lets no further account continue any until the transaction ends.
 * Locks of users are taken before it.
 */
export async function lockLaterAccounts(tx: Tx, userId: string): Promise<string[]> {
  await tx.query(HOLD_CONTINUED)
  return findLaterAccounts(tx, userId)
}
