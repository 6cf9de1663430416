import type { Queryable } from '#platform/db/db'

export interface XFlow {
  codeVerifier: string
  userId: string | null
  purpose: string
  subject: string | null
  timeZone: string
  next: string | null
}

export async function insertXFlow(
  db: Queryable,
  flow: XFlow & { stateHash: Uint8Array; browserHash: Uint8Array; now: Date | null; lifeMs: number },
): Promise<void> {
  await db.query(
    `insert into x_flows (state_hash, browser_hash, code_verifier, user_id, purpose, subject, time_zone, next, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8,
             coalesce($9::timestamptz, clock_timestamp()) + $10 * interval '1 millisecond')`,
    [
      flow.stateHash,
      flow.browserHash,
      flow.codeVerifier,
      flow.userId,
      flow.purpose,
      flow.subject,
      flow.timeZone,
      flow.next,
      flow.now,
      flow.lifeMs,
    ],
  )
}

/**
 * Deletes and returns a flow, so that only one of two attempts gets it; otherwise returns why this browser has none.
 */
export async function takeXFlow(
  db: Queryable,
  { stateHash, browserHash, now }: { stateHash: Uint8Array; browserHash: Uint8Array; now: Date | null },
): Promise<XFlow | 'state' | 'used' | 'expired'> {
  const [taken] = await db.query<XFlow & { isLive: boolean }>(
    `update x_flows set used_at = coalesce($3::timestamptz, clock_timestamp())
     where state_hash = $1 and browser_hash = $2 and used_at is null
     returning code_verifier as "codeVerifier", user_id as "userId", purpose, subject,
               time_zone as "timeZone", next,
               expires_at > coalesce($3::timestamptz, clock_timestamp()) as "isLive"`,
    [stateHash, browserHash, now],
  )
  if (taken) return taken.isLive ? taken : 'expired'
  const known = await db.query('select 1 from x_flows where state_hash = $1 and browser_hash = $2', [
    stateHash,
    browserHash,
  ])
  return known.length > 0 ? 'used' : 'state'
}

export async function deleteOldXFlows(db: Queryable, now: Date | null): Promise<void> {
  await db.query(
    `delete from x_flows where expires_at <= coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'`,
    [now],
  )
}

export interface SealedTokens {
  /** Null for rows older than key ids. */
  keyId: string | null
  accessToken: Uint8Array
  refreshToken: Uint8Array | null
  scopes: string
  expiresAt: Date
}

export async function upsertXTokens(db: Queryable, userId: string, tokens: SealedTokens): Promise<void> {
  await db.query(
    `insert into x_tokens (user_id, key_id, access_token, refresh_token, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set key_id = excluded.key_id, access_token = excluded.access_token,
       refresh_token = excluded.refresh_token, scopes = excluded.scopes, expires_at = excluded.expires_at`,
    [userId, tokens.keyId, tokens.accessToken, tokens.refreshToken, tokens.scopes, tokens.expiresAt],
  )
}

export async function updateXTokens(db: Queryable, userId: string, tokens: SealedTokens): Promise<void> {
  await db.query(
    `update x_tokens set key_id = $2, access_token = $3, refresh_token = $4, scopes = $5, expires_at = $6
     where user_id = $1`,
    [userId, tokens.keyId, tokens.accessToken, tokens.refreshToken, tokens.scopes, tokens.expiresAt],
  )
}

export async function findXTokens(db: Queryable, userId: string): Promise<SealedTokens | undefined> {
  const [row] = await db.query<SealedTokens>(
    `select key_id as "keyId", access_token as "accessToken", refresh_token as "refreshToken", scopes, expires_at as "expiresAt"
     from x_tokens where user_id = $1`,
    [userId],
  )
  return row
}

export async function deleteXTokens(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from x_tokens where user_id = $1', [userId])
}
