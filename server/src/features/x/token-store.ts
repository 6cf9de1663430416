import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const xTokens = columns('x_tokens')

export interface SealedTokens {
  /** Null for rows older than key ids. */
  keyId: string | null
  accessToken: Uint8Array
  refreshToken: Uint8Array | null
  scopes: string
  expiresAt: Date
}

const UPSERT_X_TOKENS = sql`
  insert into x_tokens (user_id, key_id, access_token, refresh_token, scopes, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id) do update set key_id = excluded.key_id, access_token = excluded.access_token,
    refresh_token = excluded.refresh_token, scopes = excluded.scopes, expires_at = excluded.expires_at`

export async function upsertXTokens(db: Queryable, userId: string, tokens: SealedTokens): Promise<void> {
  await db.query(UPSERT_X_TOKENS, [
    userId,
    tokens.keyId,
    tokens.accessToken,
    tokens.refreshToken,
    tokens.scopes,
    tokens.expiresAt,
  ])
}

const UPDATE_X_TOKENS = sql`
  update x_tokens set key_id = $2, access_token = $3, refresh_token = $4, scopes = $5, expires_at = $6
  where user_id = $1`

export async function updateXTokens(db: Queryable, userId: string, tokens: SealedTokens): Promise<void> {
  await db.query(UPDATE_X_TOKENS, [
    userId,
    tokens.keyId,
    tokens.accessToken,
    tokens.refreshToken,
    tokens.scopes,
    tokens.expiresAt,
  ])
}

const FIND_X_TOKENS = sql`
  select ${xTokens('keyId', 'accessToken', 'refreshToken', 'scopes', 'expiresAt')}
  from x_tokens where user_id = $1`

export async function findXTokens(db: Queryable, userId: string): Promise<SealedTokens | undefined> {
  const [row] = await db.query(FIND_X_TOKENS, [userId])
  return row
}

const DELETE_X_TOKENS = sql`delete from x_tokens where user_id = $1`

export async function deleteXTokens(db: Queryable, userId: string): Promise<void> {
  await db.query(DELETE_X_TOKENS, [userId])
}
