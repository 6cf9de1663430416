import { findUserWallet, findWalletUser, lockWallets } from '#features/wallets/public'
import { hasBetaAccess } from '#features/whitelist/public'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { bindWallet } from './join-with-wallet.ts'
import { proveWallet, type WalletProof } from './prove-wallet.ts'
import { lockAccount } from './store.ts'

/**
 * Gives the account of somebody signed in a wallet. Throws WALLET_TAKEN when it is another account's, and WALLET_BOUND when
 * this one has another wallet. Linking the wallet one has changes nothing. Answers whether the wallet bonus was due.
 */
export async function linkWallet(
  ctx: Context,
  { userId, ...proof }: Omit<WalletProof, 'purpose' | 'userId'> & { userId: string },
): Promise<{ bonusAwarded: boolean }> {
  const { address } = proof
  await proveWallet(ctx, { ...proof, purpose: 'link', userId })
  return ctx.db.tx(async (tx) => {
    await lockWallets(tx, [address])
    if (!(await hasBetaAccess(ctx, tx, address))) throw new AppError('BETA_ACCESS_REQUIRED')
    const ownerId = await findWalletUser(tx, address)
    if (ownerId === userId) return { bonusAwarded: false }
    if (ownerId !== undefined) throw new AppError('WALLET_TAKEN')
    await lockAccount(tx, userId)
    if ((await findUserWallet(tx, userId)) !== undefined) throw new AppError('WALLET_BOUND')
    return { bonusAwarded: await bindWallet(ctx, tx, userId, address) }
  })
}
