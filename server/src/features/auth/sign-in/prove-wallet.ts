import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { takeNonce } from '../store.ts'
import { messageFault, nonceOf } from './sign-in-message.rules.ts'
import { verifySignature } from './verify-signature.ts'

export type NoncePurpose = 'sign-in' | 'link' | 'replace' | FreshPurpose
/** Actions that need more than a session. */
export type FreshPurpose = 'sign-in-again' | 'delete-account' | 'disconnect' | 'remove-passkey'

export interface WalletProof {
  /** The signing wallet in lower case. */
  address: string
  message: string | undefined
  signature: string | undefined
  browserHash: Uint8Array
  purpose: NoncePurpose
  /** The account; null for a sign-in. */
  userId: string | null
  /** The new wallet in lower case for `replace`, the provider for `disconnect`. */
  subject?: string | undefined
}

/** Verifies a signed message. The attempt consumes the nonce, successful or not. */
export async function proveWallet(ctx: Context, proof: WalletProof): Promise<void> {
  const { address, message, signature, browserHash, purpose, userId, subject = null } = proof
  if (message === undefined || signature === undefined) throw new AppError('SIGNATURE_REQUIRED')
  const nonce = nonceOf(message)
  const issued = nonce ? await takeNonce(ctx.db, { nonce, browserHash, now: ctx.clock.sqlNow() }) : undefined
  if (issued?.purpose !== purpose || issued.userId !== userId || issued.subject !== subject) {
    throw new AppError('NONCE_INVALID')
  }
  const fault = messageFault(message, {
    origin: ctx.settings.origin,
    chainId: ctx.chain.id,
    walletAddress: address,
    issuedMessage: issued.message,
  })
  if (fault) throw new AppError('SIGN_IN_MESSAGE_INVALID', { data: { reason: fault } })
  await verifySignature(ctx.chain, { walletAddress: address, message, signature })
}
