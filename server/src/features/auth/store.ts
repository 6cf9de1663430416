import { balanceExpression } from '#features/ledger'
import { lockPerson } from '#features/profile'
import { readStreak, streakColumns } from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql, sqlWith } from '#platform/db/sql'

const authNonces = columns('auth_nonces')
const u = columns('user_profiles', 'u')
const w = columns('user_wallets', 'w?')
const x = columns('x_handles', 'x?')
const s = columns('suspensions', 's?')
const walletBonuses = columns('wallet_bonuses')
const onceShown = columns('seen_firsts')

export interface Nonce {
  nonce: string
  purpose: string
  walletAddress: string
  browserHash: Uint8Array
  message: string
  expiresAt: Date
  userId: string | null
  subject: string | null
}

const INSERT_NONCE = sql`
  insert into auth_nonces (nonce, purpose, wallet_address, browser_hash, message, expires_at, user_id, subject)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

export async function insertNonce(db: Queryable, nonce: Nonce): Promise<void> {
  await db.query(INSERT_NONCE, [
    nonce.nonce,
    nonce.purpose,
    nonce.walletAddress,
    nonce.browserHash,
    nonce.message,
    nonce.expiresAt,
    nonce.userId,
    nonce.subject,
  ])
}

const TAKE_NONCE = sql`
  delete from auth_nonces where nonce = $1 and browser_hash = $2
  returning ${authNonces('nonce', 'purpose', 'walletAddress', 'browserHash', 'message', 'userId', 'subject', 'expiresAt')}, expires_at > coalesce($3::timestamptz, clock_timestamp()) as ${out('isLive', 'boolean')}`

/** Deletes and returns a nonce, so that one of two attempts gets it; undefined if it has expired. */
export async function takeNonce(
  db: Queryable,
  { nonce, browserHash, now }: { nonce: string; browserHash: Uint8Array; now: Date | null },
): Promise<Nonce | undefined> {
  const [row] = await db.query(TAKE_NONCE, [nonce, browserHash, now])
  return row?.isLive ? row : undefined
}

/** Serialises changes to the account's ways to sign in. Throws UNAUTHORIZED if it is gone. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  if ((await lockPerson(tx, userId)) === undefined) throw new AppError('UNAUTHORIZED')
}

export type Role = RowOf<typeof FIND_ROLE>

const FIND_ROLE = sql`
  select ${u('isAdmin')}, ${w({ walletAddress: 'address' })}
  from user_profiles u left join user_wallets w on w.user_id = u.id where u.id = $1`

export async function findRole(db: Queryable, userId: string): Promise<Role | undefined> {
  const [row] = await db.query(FIND_ROLE, [userId])
  return row
}

const HAS_HAD_BONUS = sql`
  select 1 from wallet_bonuses
  where address_hash in (select decode(given.hash, 'hex') from unnest($2::text[]) as given (hash))
     or user_id in (select earlier_accounts($1))`

/**
 * Returns whether the address had a bonus, or an account that this one continues. `addressHashes` are its hashes with
 * every known key.
 */
export async function hasHadBonus(
  db: Queryable,
  userId: string,
  addressHashes: readonly Uint8Array[],
): Promise<boolean> {
  const hashes = addressHashes.map((hash) => Buffer.from(hash).toString('hex'))
  const rows = await db.query(HAS_HAD_BONUS, [userId, hashes])
  return rows.length > 0
}

const INSERT_BONUS = sql`
  insert into wallet_bonuses (address_hash, key_id, user_id, awarded_at)
  values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp())) on conflict do nothing
  returning ${walletBonuses({ user_id: 'userId' })}`

/** Stores a bonus. Returns false if the address or the account has had one. */
export async function insertBonus(
  db: Queryable,
  bonus: { addressHash: Uint8Array; keyId: string; userId: string; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(INSERT_BONUS, [bonus.addressHash, bonus.keyId, bonus.userId, bonus.now])
  return rows.length === 1
}

const INSERT_ONCE_SHOWN = sql`
  insert into seen_firsts (user_id, first, seen_at)
  select id, $2, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share
  on conflict do nothing returning ${onceShown('first')}`

/** Returns false if it was stored already. */
export async function insertOnceShown(
  db: Queryable,
  seen: { userId: string; first: string; now: Date | null },
): Promise<boolean> {
  return (await db.query(INSERT_ONCE_SHOWN, [seen.userId, seen.first, seen.now])).length === 1
}

const FIND_CURRENT_USERS = sqlWith(
  (restriction: string) => fragment`
    select ${u('id', 'username', 'firstName', 'profileImageUrl', 'isAdmin', 'createdAt')},
           ${w({ walletAddress: 'address' })}, ${x({ twitterUsername: 'handle' })}, ${streakColumns('l')},
           ${balanceExpression('ap_available', 'u.id')} as ${out('apAvailable', 'bigint')},
           ${balanceExpression('ap_held', 'u.id')} as ${out('apHeld', 'bigint')},
           ${balanceExpression('steeze_purchased', 'u.id')} as ${out('steezePurchased', 'bigint')},
           ${balanceExpression('steeze_earned', 'u.id')} as ${out('steezeEarned', 'bigint')},
           ${restriction} as ${out('restriction', 'text?', of<'suspended' | 'removed'>)},
           ${s({ suspensionReason: 'reason' }, 'suspendedAt')},
           exists (select 1 from wallet_bonuses b where b.user_id = u.id) as ${out('hasWalletBonus', 'boolean')},
           array(select f.first from seen_firsts f where f.user_id = u.id order by f.first)
             as ${out('seenFirsts', 'text[]')}
    from user_profiles u join streaks l on l.user_id = u.id left join user_wallets w on w.user_id = u.id
         left join x_handles x on x.user_id = u.id
         left join suspensions s on s.user_id = u.id and s.scope = 'account' and s.lifted_at is null
    where u.id = any($1::uuid[]) and u.deleted_at is null`,
  'null',
)

/** `seenFirsts` includes those of removed features. */
export type CurrentUserRow = RowOf<ReturnType<typeof FIND_CURRENT_USERS>> & { currentStreak: number }

/** `restriction` returns SQL for a user's restriction, given an expression for their id. */
export async function findCurrentUsers(
  db: Queryable,
  userIds: readonly string[],
  { at, restriction }: { at: Date; restriction: (userId: string) => string },
): Promise<(CurrentUserRow | undefined)[]> {
  const rows = await db.query(FIND_CURRENT_USERS(restriction('u.id')), [userIds])
  const found = new Map(rows.map((row) => [row.id, { ...row, currentStreak: readStreak(row, at) }]))
  return userIds.map((id) => found.get(id))
}

export interface Confirmation {
  userId: string
  purpose: string
  subject: string
  browserHash: Uint8Array
}

const UPSERT_CONFIRMATION = sql`
  insert into provider_confirmations (user_id, purpose, subject, browser_hash, expires_at)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()) + $6 * interval '1 millisecond')
  on conflict (user_id, purpose, browser_hash)
  do update set subject = excluded.subject, expires_at = excluded.expires_at`

export async function insertConfirmation(
  db: Queryable,
  { userId, purpose, subject, browserHash, now, lifeMs }: Confirmation & { now: Date | null; lifeMs: number },
): Promise<void> {
  await db.query(UPSERT_CONFIRMATION, [userId, purpose, subject, browserHash, now, lifeMs])
}

const LIVE_CONFIRMATION = `provider_confirmations where user_id = $1 and purpose = $2 and subject = $3 and browser_hash = $4
  and expires_at > coalesce($5::timestamptz, clock_timestamp())`

const TAKE_CONFIRMATION = sql`delete from ${LIVE_CONFIRMATION} returning 1`

export async function takeConfirmation(
  db: Queryable,
  { userId, purpose, subject, browserHash, now }: Confirmation & { now: Date | null },
): Promise<boolean> {
  const values = [userId, purpose, subject, browserHash, now]
  return (await db.query(TAKE_CONFIRMATION, values)).length === 1
}

const HAS_CONFIRMATION = sql`select 1 from ${LIVE_CONFIRMATION}`

export async function hasConfirmation(
  db: Queryable,
  { userId, purpose, subject, browserHash, now }: Confirmation & { now: Date | null },
): Promise<boolean> {
  const values = [userId, purpose, subject, browserHash, now]
  return (await db.query(HAS_CONFIRMATION, values)).length === 1
}
