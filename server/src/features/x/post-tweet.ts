import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Outside } from '#platform/idempotency/idempotency'
import { findXAccount } from './account-store.ts'
import { openTokens, sealTokens } from './keep-tokens.ts'
import { deleteXTokens, findXTokens, updateXTokens } from './store.ts'
import { type XClient, XFailure } from './x-client.ts'

const WRITE = 'tweet.write'
/** X's word that it did nothing; what else it says in trouble, or does not say, may have been done. */
const TOO_MANY = 429

/**
 * Posts on X in a person's name and answers the post's id. Throws X_POSTING_OFF where it is not set up, X_NOT_CONNECTED,
 * X_PERMISSION_MISSING when X was never asked for that or takes it no more, X_REFUSED and X_UNAVAILABLE.
 * `outside` is told before X is, so that no post is made twice.
 */
export async function postTweet(
  ctx: Context,
  client: XClient | null,
  { userId, text, outside }: { userId: string; text: string; outside: Outside },
): Promise<string> {
  const key = ctx.settings.x?.postingKey
  if (!client || !key) throw new AppError('X_POSTING_OFF')
  if (!(await findXAccount(ctx.db, userId))) throw new AppError('X_NOT_CONNECTED')
  try {
    const token = await currentAccessToken(ctx, { client, key, userId })
    await outside.begins()
    return await client.post(token, text)
  } catch (error) {
    if (!(error instanceof XFailure)) throw error
    if (error.status === TOO_MANY) await outside.undone()
    if (error.kind === 'down') throw new AppError('X_UNAVAILABLE')
    if (error.status !== 401) throw new AppError('X_REFUSED')
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
}

/** A token that is good for now, renewed where it ran out. Throws X_PERMISSION_MISSING where there is no leave to post. */
async function currentAccessToken(
  ctx: Context,
  { client, key, userId }: { client: XClient; key: Uint8Array; userId: string },
): Promise<string> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const kept = await findXTokens(ctx.db, userId)
  if (!kept?.scopes.split(' ').includes(WRITE)) throw new AppError('X_PERMISSION_MISSING')
  const opened = openTokens(ctx, userId, kept)
  // Its key was given up: as if X had taken the leave back.
  if (!opened) {
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
  const { accessToken, refreshToken } = opened
  if (kept.expiresAt > at) return accessToken
  if (!refreshToken) throw new AppError('X_PERMISSION_MISSING')
  try {
    const renewed = await client.refresh(refreshToken)
    // X spends a refresh token with its use; should it hand out no other, the old one stays good.
    const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
    await updateXTokens(ctx.db, userId, sealTokens(key, userId, tokens, at))
    return renewed.accessToken
  } catch (error) {
    if (!(error instanceof XFailure) || error.kind === 'down') throw error
    // Another post at the same moment may have been first with the refresh token, which X takes once.
    const now = await findXTokens(ctx.db, userId)
    const renewed = now && now.expiresAt > at ? openTokens(ctx, userId, now) : undefined
    if (renewed) return renewed.accessToken
    await deleteXTokens(ctx.db, userId)
    throw new AppError('X_PERMISSION_MISSING')
  }
}
