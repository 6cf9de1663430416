import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { takeConfirmation } from '../store.ts'
import { type FreshPurpose, proveWallet } from './prove-wallet.ts'

interface FreshProof {
  userId: string
  purpose: FreshPurpose
  /** The provider for `disconnect`. */
  subject?: string
  proof: { message: string; signature: string } | undefined
  browserHash: Uint8Array
}

type FreshWallet = string | undefined

/**
 * Verifies, before taking locks, that the user's wallet has just signed for this purpose, and returns the wallet.
 * Without a wallet, `requireFresh` decides alone. Throws FRESH_SIGN_IN_REQUIRED if it has not signed, and the errors of
 * `proveWallet`.
 */
export async function proveFresh(ctx: Context, { proof, ...fresh }: FreshProof): Promise<FreshWallet> {
  const address = await findUserWallet(ctx.db, fresh.userId)
  if (address === undefined) return undefined
  if (!proof) throw freshSignInRequired('wallet')
  await proveWallet(ctx, { ...fresh, ...proof, address })
  return address
}

/**
 * Checks again that the wallet is the account's, or without one consumes a confirmation by a linked account. Throws
 * FRESH_SIGN_IN_REQUIRED.
 */
export async function requireFresh(
  ctx: Context,
  tx: Queryable,
  { userId, purpose, subject = '', browserHash, wallet }: Omit<FreshProof, 'proof'> & { wallet: FreshWallet },
): Promise<void> {
  const current = await findUserWallet(tx, userId)
  if (current !== undefined) {
    if (current !== wallet) throw freshSignInRequired('wallet')
    return
  }
  const now = ctx.clock.sqlNow()
  if (!(await takeConfirmation(tx, { userId, purpose, subject, browserHash, now }))) {
    throw freshSignInRequired('provider')
  }
}

export const freshSignInRequired = (by: 'wallet' | 'provider'): AppError =>
  new AppError('FRESH_SIGN_IN_REQUIRED', { data: { by } })
