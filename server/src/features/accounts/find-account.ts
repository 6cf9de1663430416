import { findPasskeys } from '#features/passkeys'
import { findUserWallet } from '#features/wallets'
import type { Context } from '#platform/context'

/** Returns the user's wallet, in lower case, if it is an account contract of their passkeys; null otherwise. */
export async function findPasskeyAccount({ db, settings }: Context, userId: string): Promise<string | null> {
  const wallet = await findUserWallet(db, userId)
  if (settings.accountFactory === null || wallet === undefined) return null
  const passkeys = await findPasskeys(db, userId)
  return passkeys.some(({ walletAddress }) => walletAddress === wallet) ? wallet : null
}
