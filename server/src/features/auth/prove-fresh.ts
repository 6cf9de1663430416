import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { proveWallet } from './prove-wallet.ts'
import { takeXConfirmation } from './store.ts'

interface FreshProof {
  userId: string
  purpose: 'delete-account' | 'sign-in-again'
  /** The proof of the account's wallet. */
  proof: { message: string; signature: string } | undefined
  browserHash: Uint8Array
}

/** The wallet that has just signed; undefined for an account without one, where X has to confirm. */
type FreshWallet = string | undefined

/**
 * Verifies that the signed-in user is present, before anything is locked: their wallet has just signed for this
 * purpose. Without a wallet, `requireFresh` decides alone. Returns that wallet. Throws FRESH_SIGN_IN_REQUIRED if it has
 * not signed, and what `proveWallet` throws.
 */
export async function proveFresh(ctx: Context, { proof, ...fresh }: FreshProof): Promise<FreshWallet> {
  const address = await findUserWallet(ctx.db, fresh.userId)
  if (address === undefined) return undefined
  if (!proof) throw freshSignInRequired('wallet')
  await proveWallet(ctx, { ...fresh, ...proof, address })
  return address
}

/**
 * Rechecks this in the transaction that depends on it: the signing wallet is still the account's, or there is an X
 * confirmation, which the commit consumes. Throws FRESH_SIGN_IN_REQUIRED.
 */
export async function requireFresh(
  ctx: Context,
  tx: Queryable,
  { userId, purpose, browserHash, wallet }: Omit<FreshProof, 'proof'> & { wallet: FreshWallet },
): Promise<void> {
  const current = await findUserWallet(tx, userId)
  if (current !== undefined) {
    if (current !== wallet) throw freshSignInRequired('wallet')
    return
  }
  const now = ctx.clock.sqlNow()
  if (!(await takeXConfirmation(tx, { userId, purpose, subject: '', browserHash, now }))) throw freshSignInRequired('x')
}

/** Returns the error that names the sign-in method a user can confirm with. */
export const freshSignInRequired = (by: 'wallet' | 'x'): AppError =>
  new AppError('FRESH_SIGN_IN_REQUIRED', { data: { by } })
