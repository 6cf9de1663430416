import type { PasskeySignature } from '@aura/api/proof'
import { findByCredential, noteUse, type PasskeyRow, verifyPasskeySignature } from '#features/passkeys'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { securityNotices, tellOfSecurity } from '../security-notices.ts'
import type { NoncePurpose } from './prove-wallet.ts'

export interface PasskeyProof {
  signed: PasskeySignature
  browserHash: Uint8Array
  purpose: Exclude<NoncePurpose, 'link'>
  /** The account; null for a sign-in. */
  userId: string | null
  /** The new wallet in lower case for `replace`, the provider for `disconnect`. */
  subject?: string | null | undefined
}

/**
 * Verifies a passkey's signature, stores its use and returns the passkey. The attempt consumes the challenge. A count
 * that goes back means that two devices have the key: it is refused, and its owner is told. Throws PASSKEY_COPIED and the
 * errors of `verifyPasskeySignature`.
 */
export async function provePasskey(ctx: Context, proof: PasskeyProof): Promise<PasskeyRow> {
  const { passkey, signCount, isBackedUp } = await verifyPasskeySignature(ctx, ctx.db, proof)
  const { id, userId, credentialId, name } = passkey
  if (await noteUse(ctx.db, { id, signCount, isBackedUp, now: ctx.clock.sqlNow() })) return passkey
  if (!(await findByCredential(ctx.db, credentialId))) throw new AppError('PASSKEY_UNKNOWN')
  // A key that can sign needs no session, so the owner hears of each passkey at most once.
  await ctx.db.tx((tx) =>
    tellOfSecurity(ctx, tx, userId, { ...securityNotices.passkeyCopied(name), key: `security/copied/${id}` }),
  )
  ctx.live.changed(`user:${userId}`)
  throw new AppError('PASSKEY_COPIED')
}
