import type { Proof } from '@aura/api/proof'
import { findPasskeys, type PasskeyRow } from '#features/passkeys'
import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { takeConfirmation } from '../store.ts'
import { freshBy } from './fresh-by.ts'
import { provePasskey } from './prove-passkey.ts'
import { type FreshPurpose, proveWallet } from './prove-wallet.ts'

interface FreshProof {
  userId: string
  purpose: FreshPurpose
  /** The provider for `disconnect`. */
  subject?: string
  proof: Proof | undefined
  browserHash: Uint8Array
}

/** What has just signed: the account's wallet at that time, and the passkey, if that signed. */
export interface FreshlyProven {
  wallet: string | undefined
  passkeyId: string | undefined
}

/**
 * Verifies, before taking locks, that the user's wallet or passkey has just signed for this purpose. Without either,
 * `requireFresh` decides alone. Throws FRESH_SIGN_IN_REQUIRED if it has not signed, and the errors of `proveWallet` and
 * `provePasskey`.
 */
export async function proveFresh(ctx: Context, { proof, ...fresh }: FreshProof): Promise<FreshlyProven> {
  const wallet = await findUserWallet(ctx.db, fresh.userId)
  if (proof && 'passkey' in proof) {
    const passkey = await provePasskey(ctx, { ...fresh, signed: proof.passkey })
    if (!mayConfirm(ctx, passkey, { wallet, purpose: fresh.purpose })) {
      throw new AppError('FRESH_SIGN_IN_REQUIRED', {
        message: 'Confirm this with the passkey or wallet that was there first.',
        data: { by: await freshBy(ctx.db, fresh.userId, wallet) },
      })
    }
    return { wallet, passkeyId: passkey.id }
  }
  if (wallet === undefined) return { wallet, passkeyId: undefined }
  if (!proof) throw freshSignInRequired(await freshBy(ctx.db, fresh.userId, wallet))
  await proveWallet(ctx, { ...fresh, ...proof, address: wallet })
  return { wallet, passkeyId: undefined }
}

/**
 * Returns whether a passkey confirms an action. Any may where signing in again would do. For the rest it has to be a key of
 * the wallet; without a wallet, one that the account was opened with, that owns an account contract, or that has been
 * there for longer than a stolen session could have added it unnoticed.
 */
function mayConfirm(
  { clock, limits }: Pick<Context, 'clock' | 'limits'>,
  { walletAddress, openedAccount, createdAt }: PasskeyRow,
  { wallet, purpose }: { wallet: string | undefined; purpose: FreshPurpose },
): boolean {
  if (purpose === 'sign-in-again') return true
  if (wallet !== undefined) return walletAddress === wallet
  return openedAccount || clock.now().getTime() - createdAt.getTime() >= limits.walletNoticeMs
}

/**
 * Checks again that wallet and passkey are the account's, or without either consumes a confirmation by a linked
 * account. Throws FRESH_SIGN_IN_REQUIRED.
 */
export async function requireFresh(
  ctx: Context,
  tx: Queryable,
  {
    userId,
    purpose,
    subject = '',
    browserHash,
    proven,
  }: Omit<FreshProof, 'proof'> & { proven: FreshlyProven | undefined },
): Promise<void> {
  const wallet = await findUserWallet(tx, userId)
  if (proven?.passkeyId !== undefined) {
    const isStillThere = (await findPasskeys(tx, userId)).some(({ id }) => id === proven.passkeyId)
    if (isStillThere && wallet === proven.wallet) return
    throw freshSignInRequired(await freshBy(tx, userId, wallet))
  }
  if (wallet !== undefined) {
    if (wallet !== proven?.wallet) throw freshSignInRequired(await freshBy(tx, userId, wallet))
    return
  }
  const now = ctx.clock.sqlNow()
  if (await takeConfirmation(tx, { userId, purpose, subject, browserHash, now })) return
  throw freshSignInRequired(await freshBy(tx, userId, wallet))
}

export const freshSignInRequired = (by: 'wallet' | 'passkey' | 'provider'): AppError =>
  new AppError('FRESH_SIGN_IN_REQUIRED', { data: { by } })
