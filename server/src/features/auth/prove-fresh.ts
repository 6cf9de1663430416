import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { proveWallet } from './prove-wallet.ts'
import { takeXConfirmation } from './store.ts'

interface FreshProof {
  userId: string
  purpose: 'delete-account' | 'sign-in-again'
  /** By the account's wallet. */
  proof: { message: string; signature: string } | undefined
  browserHash: Uint8Array
}

/** The wallet that has just signed; undefined where the account has none, and X has to confirm. */
type FreshWallet = string | undefined

/**
 * Makes sure that a person who is signed in is there themselves, before anything is locked: their wallet has just signed
 * for this purpose. Where the account has no wallet, `requireFresh` decides alone. Throws FRESH_SIGN_IN_REQUIRED where
 * the wallet has not signed, and what `proveWallet` throws.
 */
export async function proveFresh(ctx: Context, { proof, ...fresh }: FreshProof): Promise<FreshWallet> {
  const address = await findUserWallet(ctx.db, fresh.userId)
  if (address === undefined) return undefined
  if (!proof) throw freshSignInRequired('wallet')
  await proveWallet(ctx, { ...fresh, ...proof, address })
  return address
}

/**
 * Makes sure of the same in the transaction that depends on it: it is still the account's wallet that signed, or a
 * confirmation by X is there, which is used up when the transaction commits. Throws FRESH_SIGN_IN_REQUIRED.
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

/** Says by which of their ways to sign in a person can confirm that it is them. */
export const freshSignInRequired = (by: 'wallet' | 'x'): AppError =>
  new AppError('FRESH_SIGN_IN_REQUIRED', { data: { by } })
