import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { keyIdOf } from '#platform/keyed-hash'
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
    keyId: keyIdOf(key),
    accessToken: seal(key, purposeOf(userId, 'access'), tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : seal(key, purposeOf(userId, 'refresh'), tokens.refreshToken),
    scopes: tokens.scopes,
    expiresAt: new Date(at.getTime() + tokens.expiresInMs),
  }
}

/** The keys tokens may be sealed with, the newest first; none where nobody posts. */
const keysOf = ({ settings }: Context): Uint8Array[] =>
  settings.x?.postingKey ? [settings.x.postingKey, ...(settings.x.previousPostingKeys ?? [])] : []

/** Returns the tokens of a person in the clear; undefined when they are sealed with a key that is not known any more. */
export function openTokens(ctx: Context, userId: string, { keyId, accessToken, refreshToken }: SealedTokens) {
  for (const key of keysOf(ctx)) {
    if (keyId !== null && keyIdOf(key) !== keyId) continue
    try {
      return {
        accessToken: unseal(key, purposeOf(userId, 'access'), accessToken),
        refreshToken: refreshToken && unseal(key, purposeOf(userId, 'refresh'), refreshToken),
      }
    } catch (error) {
      // From before keys had ids: maybe the next one opens it.
      if (keyId !== null) throw error
    }
  }
  return undefined
}
