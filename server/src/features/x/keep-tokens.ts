import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { seal, unseal } from './seal.ts'
import { type SealedTokens, upsertXTokens } from './store.ts'
import type { XTokens } from './x-client.ts'

const purposeOf = (userId: string, kind: 'access' | 'refresh') => `x-token/${kind}/${userId}`

/** Keeps what X handed out, sealed, where posting is set up; elsewhere it is forgotten here. */
export async function keepTokens(ctx: Context, db: Queryable, userId: string, tokens: XTokens): Promise<void> {
  const key = ctx.settings.x?.postingKey
  if (key) await upsertXTokens(db, userId, sealTokens(key, userId, tokens, await databaseTime(db, ctx.clock)))
}

/** Tokens that were handed out at `at`, as they are kept. */
export function sealTokens(key: Uint8Array, userId: string, tokens: XTokens, at: Date): SealedTokens {
  return {
    accessToken: seal(key, purposeOf(userId, 'access'), tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : seal(key, purposeOf(userId, 'refresh'), tokens.refreshToken),
    scopes: tokens.scopes,
    expiresAt: new Date(at.getTime() + tokens.expiresInMs),
  }
}

/** The tokens of a person in the clear. */
export function openTokens(key: Uint8Array, userId: string, { accessToken, refreshToken }: SealedTokens) {
  return {
    accessToken: unseal(key, purposeOf(userId, 'access'), accessToken),
    refreshToken: refreshToken && unseal(key, purposeOf(userId, 'refresh'), refreshToken),
  }
}
