import { findUserWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { isFresh } from '#platform/session/session'
import { freshSignInRequired } from '../sign-in/prove-fresh.ts'
import { hasConfirmation } from '../store.ts'

/**
 * Throws FRESH_SIGN_IN_REQUIRED if the session is not fresh and no linked account has just confirmed this wallet. The wallet is
 * paid and signs in, so a stolen session could otherwise take over the account.
 */
export async function refuseStaleFirstWallet(
  ctx: Context,
  db: Queryable,
  {
    userId,
    address,
    signedInAt,
    browserHash,
  }: { userId: string; address: string; signedInAt: Date; browserHash: Uint8Array },
): Promise<void> {
  if (isFresh(ctx, signedInAt)) return
  if ((await findUserWallet(db, userId)) !== undefined) return
  const now = ctx.clock.sqlNow()
  const confirmation = { userId, purpose: 'bind-wallet', subject: address, browserHash, now }
  if (!(await hasConfirmation(db, confirmation))) throw freshSignInRequired('provider')
}
