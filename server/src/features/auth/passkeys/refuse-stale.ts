import { findUserWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { isFresh } from '#platform/session/session'
import { freshBy } from '../sign-in/fresh-by.ts'
import { freshSignInRequired } from '../sign-in/prove-fresh.ts'

/**
 * Throws FRESH_SIGN_IN_REQUIRED if the session is not fresh. A passkey signs in, so a stolen session could otherwise
 * take over the account.
 */
export async function refuseStale(
  ctx: Context,
  db: Queryable,
  { userId, signedInAt }: { userId: string; signedInAt: Date },
): Promise<void> {
  if (isFresh(ctx, signedInAt)) return
  throw freshSignInRequired(await freshBy(db, userId, await findUserWallet(db, userId)))
}
