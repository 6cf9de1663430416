import { balanceExpression } from '#features/ledger/public'
import { readStreak, streakColumns } from '#features/lessons/public'
import type { Queryable } from '#platform/db/db'

export interface Nonce {
  nonce: string
  purpose: string
  walletAddress: string
  browserHash: Uint8Array
  message: string
  expiresAt: Date
}

export async function insertNonce(db: Queryable, nonce: Nonce): Promise<void> {
  await db.query(
    `insert into auth_nonces (nonce, purpose, wallet_address, browser_hash, message, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [nonce.nonce, nonce.purpose, nonce.walletAddress, nonce.browserHash, nonce.message, nonce.expiresAt],
  )
}

/** Takes a nonce away and answers it: of two that try, one gets it. Expired ones are answered to nobody. */
export async function takeNonce(
  db: Queryable,
  { nonce, browserHash, now }: { nonce: string; browserHash: Uint8Array; now: Date | null },
): Promise<Nonce | undefined> {
  const [row] = await db.query<Nonce & { isLive: boolean }>(
    `delete from auth_nonces where nonce = $1 and browser_hash = $2
     returning nonce, purpose, wallet_address as "walletAddress", browser_hash as "browserHash", message,
               expires_at as "expiresAt", expires_at > coalesce($3::timestamptz, clock_timestamp()) as "isLive"`,
    [nonce, browserHash, now],
  )
  return row?.isLive ? row : undefined
}

export async function deleteExpiredNonces(db: Queryable, now: Date | null): Promise<void> {
  await db.query('delete from auth_nonces where expires_at <= coalesce($1::timestamptz, clock_timestamp())', [now])
}

/** Answers whether this is the first bonus of both the address and the account. */
export async function insertBonus(
  db: Queryable,
  bonus: { addressHash: Uint8Array; userId: string; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(
    `insert into wallet_bonuses (address_hash, user_id, awarded_at)
     values ($1, $2, coalesce($3::timestamptz, clock_timestamp())) on conflict do nothing returning user_id`,
    [bonus.addressHash, bonus.userId, bonus.now],
  )
  return rows.length === 1
}

export interface CurrentUserRow {
  id: string
  username: string
  firstName: string | null
  profileImageUrl: string | null
  isAdmin: boolean
  createdAt: Date
  walletAddress: string | null
  timeZone: string
  apAvailable: number
  apHeld: number
  steezePurchased: number
  steezeEarned: number
  currentStreak: number
}

/** Everything these people's pages ask for at once, in one round trip, in their order. */
export async function findCurrentUsers(
  db: Queryable,
  userIds: readonly string[],
  at: Date,
): Promise<(CurrentUserRow | undefined)[]> {
  const rows = await db.query<CurrentUserRow & Parameters<typeof readStreak>[0]>(
    `select u.id, u.username, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
            u.is_admin as "isAdmin", u.created_at as "createdAt", w.address as "walletAddress", ${streakColumns('l')},
            ${balanceExpression('ap_available', 'u.id')} as "apAvailable",
            ${balanceExpression('ap_held', 'u.id')} as "apHeld",
            ${balanceExpression('steeze_purchased', 'u.id')} as "steezePurchased",
            ${balanceExpression('steeze_earned', 'u.id')} as "steezeEarned"
     from users u join learners l on l.user_id = u.id left join wallets w on w.user_id = u.id
     where u.id = any($1::uuid[])`,
    [userIds],
  )
  const found = new Map(rows.map((row) => [row.id, { ...row, currentStreak: readStreak(row, at) }]))
  return userIds.map((id) => found.get(id))
}
