import type { PasskeySignature } from '@aura/api/proof'
import { findByCredential } from '#features/passkeys'
import { findUserWallet, lockWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { openSession } from '../open-session.ts'
import { provePasskey } from '../sign-in/prove-passkey.ts'
import { lockAccount } from '../store.ts'
import type { Joined } from './join-with-passkey.ts'
import { bindPasskeyWallet, mayBind } from './passkey-wallet.ts'

/**
 * Signs in with a passkey. If its account contract has got access to the beta meanwhile, that becomes the wallet of an
 * account that has none. Throws the errors of `provePasskey`.
 */
export async function signInWithPasskey(
  ctx: Context,
  signIn: {
    passkey: PasskeySignature
    browserHash: Uint8Array
    userAgent: string
    previousToken: string | undefined
  },
): Promise<Joined> {
  const { userAgent, previousToken, browserHash } = signIn
  const { userId, credentialId } = await provePasskey(ctx, {
    signed: signIn.passkey,
    purpose: 'sign-in',
    userId: null,
    browserHash,
  })
  const { endedUserId, ...signedIn } = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    // It was removed while this waited for the lock.
    const passkey = await findByCredential(tx, credentialId)
    if (passkey?.userId !== userId) throw new AppError('PASSKEY_UNKNOWN')
    const session = await openSession(ctx, tx, { userId, userAgent, previousToken })
    return { ...session, userId, bonusAwarded: await bindWhatIsReady(ctx, tx, passkey) }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  return signedIn
}

async function bindWhatIsReady(
  ctx: Context,
  tx: Tx,
  passkey: Parameters<typeof mayBind>[2] & { id: string; userId: string },
): Promise<boolean> {
  const { id, userId, walletAddress: address } = passkey
  if (address === null || (await findUserWallet(tx, userId)) !== undefined) return false
  await lockWallets(tx, [address])
  if (!(await mayBind(ctx, tx, passkey))) return false
  try {
    return await bindPasskeyWallet(ctx, tx, { userId, passkeyId: id, address, inviteId: undefined })
  } catch (error) {
    // Somebody proved the contract's keys from another account, which changes nothing about signing in.
    if (error instanceof AppError && error.code === 'WALLET_TAKEN') return false
    throw error
  }
}
