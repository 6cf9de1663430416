import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { NewPasskey, Proof } from '@aura/api/proof'
import { getAddress } from 'viem'
import {
  accountAddress,
  accountKey,
  deletePasskey,
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
  verifyNewPasskey,
} from '#features/passkeys'
import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { renewSession, type SessionPass } from '#platform/session/session'
import { endSessionsExcept, securityNotices, tellOfSecurity } from '../security-notices.ts'
import { proveFresh, requireFresh } from '../sign-in/prove-fresh.ts'
import { lockAccount } from '../store.ts'
import { hasOtherWayIn } from '../ways-in.ts'
import { passkeyName } from './passkey-name.ts'
import { refuseKnownKey } from './passkey-wallet.ts'
import { refuseStale } from './refuse-stale.ts'

type Listed = Answer<'GET /api/passkeys'>

export async function listPasskeys(ctx: Context, userId: string): Promise<Listed> {
  const [passkeys, wallet] = await Promise.all([findPasskeys(ctx.db, userId), findUserWallet(ctx.db, userId)])
  return {
    passkeys: passkeys.map((passkey) => present(passkey, wallet)),
    wallet: wallet === undefined ? null : walletOf(ctx, passkeys, wallet),
  }
}

const present = (passkey: PasskeyRow, wallet: string | undefined): Listed['passkeys'][number] => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  isBackedUp: passkey.isBackedUp,
  isWallet: wallet !== undefined && passkey.walletAddress === wallet,
})

/** Returns the keys here that sign for a wallet; null if it isn't the account contract of one of them. */
function walletOf({ settings }: Context, passkeys: readonly PasskeyRow[], wallet: string): Listed['wallet'] {
  const factory = settings.accountFactory
  const keys = passkeys.filter(({ walletAddress }) => walletAddress === wallet)
  if (factory === null || keys.length === 0) return null
  const first = passkeys.find(({ publicKey }) => accountAddress(factory, publicKey) === wallet)
  return {
    walletAddress: getAddress(wallet),
    accountKey: first ? accountKey(factory, first.publicKey) : null,
    keys: keys.map(({ id, credentialId, transports, publicKey }) => ({
      passkeyId: id,
      credentialId,
      transports: [...transports],
      key: accountKey(factory, publicKey),
    })),
  }
}

/**
 * Adds a passkey that signs in to the account, and notifies the person. Throws the errors of `verifyNewPasskey`,
 * FRESH_SIGN_IN_REQUIRED, PASSKEY_TAKEN and PASSKEYS_USED_UP.
 */
export async function addPasskey(
  ctx: Context,
  {
    userId,
    signedInAt,
    passkey,
    browserHash,
    userAgent,
  }: { userId: string; signedInAt: Date; passkey: NewPasskey; browserHash: Uint8Array; userAgent: string },
): Promise<Listed['passkeys'][number]> {
  await refuseStale(ctx, ctx.db, { userId, signedInAt })
  const { username: _, ...verified } = await verifyNewPasskey(ctx, ctx.db, {
    passkey,
    purpose: 'add',
    userId,
    browserHash,
  })
  const stored = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    await refuseKnownKey(ctx, tx, verified.publicKey)
    const others = await findPasskeys(tx, userId)
    if (others.length >= ctx.limits.passkeysPerAccount) throw new AppError('PASSKEYS_USED_UP')
    const name = passkeyName(
      userAgent,
      others.map((other) => other.name),
    )
    const added = await insertPasskey(tx, {
      ...verified,
      id: randomUUID(),
      userId,
      name,
      openedAccount: false,
      walletAddress: null,
      now: ctx.clock.sqlNow(),
    })
    if (!added) throw new AppError('PASSKEY_TAKEN')
    await tellOfSecurity(ctx, tx, userId, securityNotices.passkeyAdded(name))
    return added
  })
  ctx.live.changed(`user:${userId}`)
  return present(stored, undefined)
}

/**
 * Removes a passkey, notifies the person and ends their sessions except the one with this hash, which gets a new token.
 * Returns that token and the number of sessions ended. Throws PASSKEY_NOT_FOUND, PASSKEY_IS_WALLET for a key of the
 * account's wallet, LAST_SIGN_IN, and the errors of `proveFresh`.
 */
export async function removePasskey(
  ctx: Context,
  {
    userId,
    id,
    tokenHash,
    proof,
    browserHash,
  }: { userId: string; id: string; tokenHash: Uint8Array; proof: Proof | undefined; browserHash: Uint8Array },
): Promise<{ pass: SessionPass | undefined; ended: number }> {
  const fresh = { userId, purpose: 'remove-passkey', browserHash } as const
  const proven = await proveFresh(ctx, { ...fresh, proof })
  const removed = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    const passkeys = await findPasskeys(tx, userId)
    const passkey = passkeys.find((each) => each.id === id)
    if (!passkey) throw new AppError('PASSKEY_NOT_FOUND')
    const wallet = await findUserWallet(tx, userId)
    if (wallet !== undefined && passkey.walletAddress === wallet) throw new AppError('PASSKEY_IS_WALLET')
    if (!(await hasOtherWayIn(ctx, tx, userId, { passkey: id }))) {
      throw new AppError('LAST_SIGN_IN', {
        message: 'This passkey is the only way to sign in to this account. Add another way first, then remove it.',
      })
    }
    await requireFresh(ctx, tx, { ...fresh, proven })
    await deletePasskey(tx, id)
    await tellOfSecurity(ctx, tx, userId, securityNotices.passkeyRemoved(passkey.name))
    const ended = await endSessionsExcept(tx, userId, tokenHash)
    return { pass: await renewSession(ctx, tx, { tokenHash }), ended }
  })
  for (const topic of [`user:${userId}`, `sessions:${userId}`]) ctx.live.changed(topic)
  return removed
}
