import { findPasskeys } from '#features/passkeys'
import type { Queryable } from '#platform/db/db'

/** Returns by what an account confirms that it is its owner: its wallet, or without one a passkey or a linked account. */
export async function freshBy(
  db: Queryable,
  userId: string,
  wallet: string | undefined,
): Promise<'wallet' | 'passkey' | 'provider'> {
  const passkeys = await findPasskeys(db, userId)
  if (wallet === undefined) return passkeys.length > 0 ? 'passkey' : 'provider'
  return passkeys.some(({ walletAddress }) => walletAddress === wallet) ? 'passkey' : 'wallet'
}
