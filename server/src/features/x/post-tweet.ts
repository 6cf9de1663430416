import { z } from 'zod'
import { findLinkedAccount, type ProviderClient, ProviderFailure } from '#features/providers'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Outside } from '#platform/idempotency/idempotency'
import { openTokens, sealTokens } from './keep-tokens.ts'
import { deleteXTokens, findXTokens, updateXTokens } from './token-store.ts'
import { X } from './x-provider.ts'

const WRITE = 'tweet.write'
const Posted = z.object({ data: z.object({ id: z.string() }) })

/**
 * Posts on X. Returns the post's id. `outside` is called before X, so that no post is made twice. Throws X_POSTING_OFF,
 * X_NOT_CONNECTED, X_PERMISSION_MISSING if never granted or revoked, X_LIMITED, X_REFUSED and X_UNAVAILABLE.
 */
export async function postTweet(
  ctx: Context,
  client: ProviderClient | null,
  { userId, text, outside }: { userId: string; text: string; outside: Outside },
): Promise<string> {
  const { x } = ctx.settings
  const key = x?.postingKey
  if (!client || !key) throw new AppError('X_POSTING_OFF')
  if (!(await findLinkedAccount(ctx.db, userId, X))) throw new AppError('X_NOT_CONNECTED')
  try {
    const token = await currentAccessToken(ctx, { client, key, userId })
    await outside.begins()
    return (await client.call(token, { method: 'POST', url: x.postUrl, body: { text } }, Posted)).data.id
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'limited') {
      // The only failure after which nothing was posted for certain.
      await outside.undone()
      throw new AppError('X_LIMITED')
    }
    if (error.kind !== 'refused') throw new AppError('X_UNAVAILABLE')
    if (error.status !== 401) throw new AppError('X_REFUSED')
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
}

/** Returns an access token and renews an expired one. Throws X_PERMISSION_MISSING without permission to post. */
async function currentAccessToken(
  ctx: Context,
  { client, key, userId }: { client: ProviderClient; key: Uint8Array; userId: string },
): Promise<string> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const kept = await findXTokens(ctx.db, userId)
  if (!kept?.scopes.split(' ').includes(WRITE)) throw new AppError('X_PERMISSION_MISSING')
  const opened = openTokens(ctx, userId, kept)
  // The key was retired, which counts as a revoked permission.
  if (!opened) {
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
  const { accessToken, refreshToken } = opened
  if (kept.expiresAt > at) return accessToken
  if (!refreshToken) throw new AppError('X_PERMISSION_MISSING')
  try {
    const renewed = await client.refresh(refreshToken)
    // X consumes a refresh token on use; if it returns no new one, the old one stays valid.
    const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
    await updateXTokens(ctx.db, userId, sealTokens(key, userId, tokens, at))
    return renewed.accessToken
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    // A concurrent post may have used the refresh token first; X accepts it once.
    const now = await findXTokens(ctx.db, userId)
    const renewed = now && now.expiresAt > at ? openTokens(ctx, userId, now) : undefined
    if (renewed) return renewed.accessToken
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
}
