import { getAddress } from 'viem'
import { isKnownIdentity } from '#features/identities'
import { admitWallet } from '#features/invites'
import { accountAddress, findPasskeys, findPasskeyWallets, type PasskeyRow, setPasskeyWallet } from '#features/passkeys'
import { hasUnclaimedPurchases } from '#features/steeze'
import { findUserWallet, findWalletUser, lockWallets } from '#features/wallets'
import { hasBetaAccess } from '#features/whitelist'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { securityNotices, tellOfSecurity } from '../security-notices.ts'
import { lockAccount } from '../store.ts'
import { attachWallet } from '../wallets/attach-wallet.ts'

/** Returns the account contract of a passkey, in lower case; null if there is no factory that could make it. */
export const passkeyAccount = ({ settings }: Context, publicKey: Uint8Array): string | null =>
  settings.accountFactory === null ? null : accountAddress(settings.accountFactory, publicKey)

/**
 * Throws PASSKEY_TAKEN if the key was seen before. Authenticators make a new one each time, so somebody else's is being
 * registered: nothing is signed with it yet, and its account contract would take over what its owner left here.
 */
export async function refuseKnownKey(ctx: Context, tx: Tx, publicKey: Uint8Array): Promise<void> {
  const address = passkeyAccount(ctx, publicKey)
  if (address === null) return
  const isKnown =
    (await findWalletUser(tx, address)) !== undefined || (await isKnownIdentity(ctx, tx, { wallet: address }))
  if (isKnown) throw new AppError('PASSKEY_TAKEN')
}

/**
 * Returns whether a passkey's account contract could be bound now: it may join the beta, and nobody bought Steeze with
 * it before the passkey has signed once, which could be somebody else's.
 */
export async function mayBind(
  ctx: Context,
  db: Queryable,
  { walletAddress, lastUsedAt }: Pick<PasskeyRow, 'walletAddress' | 'lastUsedAt'>,
): Promise<boolean> {
  if (walletAddress === null || !(await hasBetaAccess(ctx, db, walletAddress))) return false
  return lastUsedAt !== null || !(await hasUnclaimedPurchases(db, walletAddress))
}

/**
 * Binds a passkey's account contract to its account, under the locks of account and wallet. Returns whether the bonus was
 * paid. Throws WALLET_BOUND if the account has a wallet, WALLET_TAKEN, and the errors of `admitWallet`.
 */
export async function bindPasskeyWallet(
  ctx: Context,
  tx: Tx,
  {
    userId,
    passkeyId,
    address,
    inviteId,
  }: { userId: string; passkeyId: string; address: string; inviteId: string | undefined },
): Promise<boolean> {
  if ((await findUserWallet(tx, userId)) !== undefined) throw new AppError('WALLET_BOUND')
  if ((await findWalletUser(tx, address)) !== undefined) throw new AppError('WALLET_TAKEN')
  const admitted = await admitWallet(ctx, tx, { address, inviteId, userId })
  await setPasskeyWallet(tx, passkeyId, address)
  const bonusAwarded = await attachWallet(ctx, tx, { address, userId })
  await admitted(userId)
  return bonusAwarded
}

export interface PasskeyWalletBound {
  walletAddress: string
  bonusAwarded: boolean
  bonusAp: number
}

/**
 * Makes a passkey's account contract the wallet of its account, which needs no further proof: whoever added the passkey
 * had just signed in. Repeating it changes nothing. Notifies the person. Throws PASSKEY_NOT_FOUND, PASSKEYS_UNAVAILABLE
 * and the errors of `bindPasskeyWallet`.
 */
export async function takePasskeyWallet(
  ctx: Context,
  { userId, id, inviteId }: { userId: string; id: string; inviteId: string | undefined },
): Promise<PasskeyWalletBound> {
  const passkey = (await findPasskeys(ctx.db, userId)).find((each) => each.id === id)
  if (!passkey) throw new AppError('PASSKEY_NOT_FOUND')
  const address = passkey.walletAddress ?? passkeyAccount(ctx, passkey.publicKey)
  if (address === null) throw new AppError('PASSKEYS_UNAVAILABLE')
  const bonusAwarded = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    if (!(await findPasskeys(tx, userId)).some((each) => each.id === id)) throw new AppError('PASSKEY_NOT_FOUND')
    await lockWallets(tx, [address])
    if ((await findUserWallet(tx, userId)) === address) return false
    if (passkey.lastUsedAt === null && (await hasUnclaimedPurchases(tx, address))) {
      throw new AppError('FRESH_SIGN_IN_REQUIRED', { data: { by: 'passkey' } })
    }
    const bonus = await bindPasskeyWallet(ctx, tx, { userId, passkeyId: id, address, inviteId })
    await tellOfSecurity(ctx, tx, userId, securityNotices.walletLinked(address))
    return bonus
  })
  ctx.live.changed(`user:${userId}`)
  return { walletAddress: getAddress(address), bonusAwarded, bonusAp: bonusAwarded ? ctx.limits.walletBonusAp : 0 }
}

type PasskeyWallet = { walletAddress: string; passkeyId: string; status: 'bound' | 'ready' | 'waiting' }

/** Returns the account contracts of users' passkeys; without users who have none, or another wallet (in lower case). */
export async function findPasskeyWalletsOf(
  ctx: Context,
  userIds: readonly string[],
  walletOf: (userId: string) => string | null,
): Promise<Map<string, PasskeyWallet>> {
  const found = await findPasskeyWallets(ctx.db, userIds)
  const statuses = await Promise.all(
    [...found].map(async ([userId, { walletAddress, passkeyId }]): Promise<[string, PasskeyWallet][]> => {
      const bound = walletOf(userId)
      if (bound !== null && bound !== walletAddress) return []
      const isReady = bound === null && (await hasBetaAccess(ctx, ctx.db, walletAddress))
      const status = bound === null ? (isReady ? 'ready' : 'waiting') : 'bound'
      return [[userId, { walletAddress: getAddress(walletAddress), passkeyId, status }]]
    }),
  )
  return new Map(statuses.flat())
}
