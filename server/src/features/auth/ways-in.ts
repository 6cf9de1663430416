import { findPasskeys } from '#features/passkeys'
import { findLinkedAccounts } from '#features/providers'
import { findUserWallet } from '#features/wallets'
import { providersOf } from '#features/x'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'

/**
 * Returns whether the user can still sign in without this: the account of a provider, or a passkey. Accounts of
 * providers that are not set up any more don't count. The caller has locked the account.
 */
export async function hasOtherWayIn(
  ctx: Context,
  db: Queryable,
  userId: string,
  without: { provider: string } | { passkey: string },
): Promise<boolean> {
  if ((await findUserWallet(db, userId)) !== undefined) return true
  const passkeys = await findPasskeys(db, userId)
  if (passkeys.some(({ id }) => !('passkey' in without) || id !== without.passkey)) return true
  const usable = new Set(providersOf(ctx.settings).map(({ key }) => key))
  const accounts = await findLinkedAccounts(db, userId)
  return accounts.some(
    ({ provider }) => usable.has(provider) && !('provider' in without && provider === without.provider),
  )
}
