import type { ProviderTokens } from '#features/providers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { keyIdOf } from '#platform/keyed-hash'
import { seal, unseal } from './seal.ts'
import { type SealedTokens, upsertXTokens } from './token-store.ts'

const purposeOf = (userId: string, kind: 'access' | 'refresh') => `x-token/${kind}/${userId}`

/** Seals and stores the tokens; discards them if posting isn't configured. */
export async function keepTokens(ctx: Context, db: Queryable, userId: string, tokens: ProviderTokens): Promise<void> {
  const key = ctx.settings.x?.postingKey
  if (key) await upsertXTokens(db, userId, sealTokens(key, userId, tokens, await databaseTime(db, ctx.clock)))
}

export function sealTokens(key: Uint8Array, userId: string, tokens: ProviderTokens, at: Date): SealedTokens {
  return {
    keyId: keyIdOf(key),
    accessToken: seal(key, purposeOf(userId, 'access'), tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : seal(key, purposeOf(userId, 'refresh'), tokens.refreshToken),
    scopes: tokens.scopes,
    expiresAt: new Date(at.getTime() + tokens.expiresInMs),
  }
}

const keysOf = ({ settings }: Context): Uint8Array[] =>
  settings.x?.postingKey ? [settings.x.postingKey, ...(settings.x.previousPostingKeys ?? [])] : []

/** Opens sealed tokens. Returns undefined if their key is no longer configured. */
export function openTokens(ctx: Context, userId: string, { keyId, accessToken, refreshToken }: SealedTokens) {
  for (const key of keysOf(ctx)) {
    if (keyId !== null && keyIdOf(key) !== keyId) continue
    try {
      return {
        accessToken: unseal(key, purposeOf(userId, 'access'), accessToken),
        refreshToken: refreshToken && unseal(key, purposeOf(userId, 'refresh'), refreshToken),
      }
    } catch (error) {
      // The row is older than key ids, so another key may open it.
      if (keyId !== null) throw error
    }
  }
  return undefined
}
