import type { Proof } from '@aura/api/proof'
import { updateFirstName } from '#features/profile'
import { deleteLinkedAccount, findLinkedAccount, isChannelProvider } from '#features/providers'
import { deleteXTokens, X } from '#features/x'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { endSessionsExcept, securityNotices, tellOfSecurity } from '../security-notices.ts'
import { proveFresh, requireFresh } from '../sign-in/prove-fresh.ts'
import { lockAccount } from '../store.ts'
import { hasOtherWayIn } from '../ways-in.ts'
import { providerName } from './provider-name.ts'

/**
 * Removes a linked account, and of X also its name and permission to post, notifies the user and ends their sessions
 * except the one with this hash, which gets a new token. Returns that token and the number of sessions ended, or
 * undefined if none was linked. Throws LAST_SIGN_IN if it is the only way to sign in, the errors of `proveFresh` for a
 * wrong proof, and FRESH_SIGN_IN_REQUIRED if it has been linked for longer than a stolen session could have linked it
 * unnoticed and neither the user's wallet or passkey nor, without either, another linked account has just confirmed this.
 */
export async function disconnect(
  ctx: Context,
  {
    userId,
    provider,
    tokenHash,
    proof,
    browserHash,
  }: {
    userId: string
    provider: string
    tokenHash: Uint8Array
    proof: Proof | undefined
    browserHash: Uint8Array
  },
): Promise<{ pass: SessionPass | undefined; ended: number } | undefined> {
  const fresh = { userId, purpose: 'disconnect', subject: provider, browserHash } as const
  const proven = proof && (await proveFresh(ctx, { ...fresh, proof }))
  const disconnected = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    const account = await findLinkedAccount(tx, userId, provider)
    if (!account) return undefined
    if (!(await hasOtherWayIn(ctx, tx, userId, { provider }))) throw new AppError('LAST_SIGN_IN')
    const linkedMs = (await databaseTime(tx, ctx.clock)).getTime() - account.linkedAt.getTime()
    if (linkedMs >= ctx.limits.walletNoticeMs) await requireFresh(ctx, tx, { ...fresh, proven })
    await deleteLinkedAccount(tx, userId, provider)
    if (provider === X) await deleteXTokens(tx, userId)
    const keepsName = provider !== X && (await findLinkedAccount(tx, userId, X)) !== undefined
    if (isChannelProvider(provider) && !keepsName) await updateFirstName(tx, userId, null)
    const name = providerName(ctx.settings, provider)
    await tellOfSecurity(ctx, tx, userId, securityNotices.accountDisconnected(name, account))
    const ended = await endSessionsExcept(tx, userId, tokenHash)
    return { pass: await renewSession(ctx, tx, { tokenHash }), ended }
  })
  if (disconnected) for (const topic of [`user:${userId}`, `sessions:${userId}`]) ctx.live.changed(topic)
  return disconnected
}
