import type { Answer } from '@aura/api/calls'
import { getAddress } from 'viem'
import { hasOpenRedemption } from '#features/steeze/public'
import {
  deleteReplacement,
  findReplacement,
  findUserWallet,
  findWalletUser,
  lockWallets,
  type Replacement,
  releaseWallet,
  upsertReplacement,
} from '#features/wallets/public'
import { hasBetaAccess } from '#features/whitelist/public'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { giveWallet } from './give-wallet.ts'
import { proveWallet } from './prove-wallet.ts'
import { lockAccount } from './store.ts'

type Linked = Answer<'POST /api/auth/link-wallet'>

export interface LinkWallet {
  userId: string
  walletAddress: string
  message: string | undefined
  signature: string | undefined
  /** Of the wallet the account has. */
  replacing: { message: string; signature: string } | undefined
  browserHash: Uint8Array
}

/**
 * Binds a wallet to the account of somebody signed in. Where the account has another one, that is replaced at once if it
 * signs too; else the new one waits for `limits.walletNoticeMs`, and any session can call that off. Bonus, limits and
 * what was vouched stay with the old address. The wallet it has already changes nothing.
 */
export async function linkWallet(ctx: Context, link: LinkWallet): Promise<Linked> {
  const { userId, browserHash, replacing } = link
  const address = link.walletAddress.toLowerCase()
  await proveWallet(ctx, { ...link, address, purpose: 'link' })
  const current = await findUserWallet(ctx.db, userId)
  const isReplacing = current !== undefined && current !== address
  if (isReplacing && replacing) {
    await proveWallet(ctx, {
      ...replacing,
      address: current,
      browserHash,
      purpose: 'replace',
      userId,
      replacedBy: address,
    })
  }
  const linked = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    await lockWallets(tx, current === undefined ? [address] : [address, current])
    // It was another one when it was proven: nothing that was signed speaks of this.
    if ((await findUserWallet(tx, userId)) !== current) throw new AppError('NONCE_INVALID')
    const owner = await findWalletUser(tx, address)
    if (owner !== undefined && owner !== userId) throw new AppError('WALLET_TAKEN')
    if (!(await hasBetaAccess(ctx, tx, address))) throw new AppError('BETA_ACCESS_REQUIRED')
    if (owner === userId) return answer(ctx, { bonusAwarded: false })
    if (!isReplacing) return answer(ctx, { bonusAwarded: await giveWallet(ctx, tx, { address, userId }) })
    if (await hasOpenRedemption(tx, current)) throw new AppError('WALLET_IN_REDEMPTION')
    if (replacing) return answer(ctx, { bonusAwarded: await replaceWallet(ctx, tx, { userId, current, address }) })
    const requestedAt = await databaseTime(tx, ctx.clock)
    const takesEffectAt = new Date(requestedAt.getTime() + ctx.limits.walletNoticeMs)
    const replacement = { userId, address, requestedAt, takesEffectAt }
    await upsertReplacement(tx, replacement)
    return answer(ctx, { bonusAwarded: false, replacement })
  })
  ctx.live.changed(`user:${userId}`)
  return linked
}

/** Puts a wallet in another's place, under the locks of both. Answers whether the bonus was due. */
export async function replaceWallet(
  ctx: Context,
  tx: Tx,
  { userId, current, address }: { userId: string; current: string; address: string },
): Promise<boolean> {
  await releaseWallet(tx, current, ctx.clock.sqlNow())
  await deleteReplacement(tx, userId)
  return giveWallet(ctx, tx, { address, userId })
}

function answer(
  ctx: Context,
  { bonusAwarded, replacement }: { bonusAwarded: boolean; replacement?: Replacement },
): Linked {
  const bonus = bonusAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
  const days = Math.round(ctx.limits.walletNoticeMs / 86_400_000)
  return {
    message: replacement
      ? `Your new wallet takes effect in ${days} days. Until then it can be called off, and nothing can be redeemed.`
      : `Successfully linked your wallet to your account.${bonus}`,
    bonusAwarded,
    bonusAp: bonusAwarded ? ctx.limits.walletBonusAp : 0,
    replacement: replacement ? presentReplacement(replacement) : null,
  }
}

function presentReplacement({ address, requestedAt, takesEffectAt }: Replacement) {
  return {
    walletAddress: getAddress(address),
    requestedAt: requestedAt.toISOString(),
    takesEffectAt: takesEffectAt.toISOString(),
  }
}

/** The wallet that waits to take the place of a person's. */
export async function waitingReplacement(ctx: Context, userId: string): Promise<Linked['replacement']> {
  const replacement = await findReplacement(ctx.db, userId)
  return replacement ? presentReplacement(replacement) : null
}
