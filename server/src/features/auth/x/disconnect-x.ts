import type { Proof } from '@aura/api/proof'
import { findPasskeys } from '#features/passkeys'
import { updateFirstName } from '#features/profile'
import { findUserWallet } from '#features/wallets'
import { deleteXAccount, deleteXTokens, findXAccount } from '#features/x'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { endSessionsExcept, securityNotices, tellOfSecurity } from '../security-notices.ts'
import { proveFresh, requireFresh } from '../sign-in/prove-fresh.ts'
import { lockAccount } from '../store.ts'

/**
 * Removes X with its name and permission to post, notifies the user and ends their sessions except the one with this
 * hash, which gets a new token. Returns that token and the number of sessions ended, or undefined if there was no X
 * account. Throws LAST_SIGN_IN if it is the only way to sign in, the errors of `proveFresh` for a wrong proof, and
 * FRESH_SIGN_IN_REQUIRED if it has been connected for longer than a stolen session could have connected it unnoticed and
 * the account's wallet or passkey has not just signed for this.
 */
export async function disconnectX(
  ctx: Context,
  {
    userId,
    tokenHash,
    proof,
    browserHash,
  }: {
    userId: string
    tokenHash: Uint8Array
    proof: Proof | undefined
    browserHash: Uint8Array
  },
): Promise<{ pass: SessionPass | undefined; ended: number } | undefined> {
  const fresh = { userId, purpose: 'disconnect-x', browserHash } as const
  const proven = proof && (await proveFresh(ctx, { ...fresh, proof }))
  const disconnected = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    const x = await findXAccount(tx, userId)
    if (!x) return undefined
    const hasOtherWay = (await findUserWallet(tx, userId)) !== undefined || (await findPasskeys(tx, userId)).length > 0
    if (!hasOtherWay) throw new AppError('LAST_SIGN_IN')
    const connectedMs = (await databaseTime(tx, ctx.clock)).getTime() - x.linkedAt.getTime()
    if (connectedMs >= ctx.limits.walletNoticeMs) await requireFresh(ctx, tx, { ...fresh, proven })
    await deleteXTokens(tx, userId)
    await deleteXAccount(tx, userId)
    await updateFirstName(tx, userId, null)
    await tellOfSecurity(ctx, tx, userId, securityNotices.xDisconnected(x.handle))
    const ended = await endSessionsExcept(tx, userId, tokenHash)
    return { pass: await renewSession(ctx, tx, { tokenHash }), ended }
  })
  if (disconnected) for (const topic of [`user:${userId}`, `sessions:${userId}`]) ctx.live.changed(topic)
  return disconnected
}
