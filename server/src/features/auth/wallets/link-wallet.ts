import type { Answer } from '@aura/api/calls'
import type { Proof } from '@aura/api/proof'
import { getAddress } from 'viem'
import { admitWallet } from '#features/invites'
import { findLinkedAccounts } from '#features/providers'
import { hasOpenRedemption } from '#features/steeze'
import {
  deleteReplacement,
  findReplacement,
  findUserWallet,
  findWalletUser,
  lockWallets,
  type Replacement,
  releaseWallet,
  upsertReplacement,
} from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { renewSession, type SessionPass } from '#platform/session/session'
import { providerName } from '../providers/provider-name.ts'
import { endSessionsExcept, securityNotices, tellOfSecurity } from '../security-notices.ts'
import { freshSignInRequired } from '../sign-in/prove-fresh.ts'
import { provePasskey } from '../sign-in/prove-passkey.ts'
import { proveWallet } from '../sign-in/prove-wallet.ts'
import { lockAccount, takeConfirmation } from '../store.ts'
import { attachWallet } from './attach-wallet.ts'
import { refuseStaleFirstWallet } from './first-wallet.ts'

type Linked = Answer<'POST /api/auth/link-wallet'>

export interface LinkWallet {
  userId: string
  walletAddress: string
  message: string | undefined
  signature: string | undefined
  replacing: Proof | undefined
  inviteId: string | undefined
  browserHash: Uint8Array
  tokenHash: Uint8Array
  signedInAt: Date
}

export interface LinkOutcome {
  answer: Linked
  did: 'kept' | 'linked' | 'replaced' | 'requested'
  /** The new session, if the other sessions ended. */
  pass?: SessionPass | undefined
  ended?: number
}

/**
 * Links a wallet and notifies the user of every change. If the account's current wallet signs too, it is replaced at
 * once and the user's other sessions end. Without its signature a linked account has to confirm; the new wallet then waits for
 * `limits.walletNoticeMs`, and any session can cancel it. Bonus, limits and past payments stay with the old address.
 * Linking the current wallet changes nothing.
 */
export async function linkWallet(ctx: Context, link: LinkWallet): Promise<LinkOutcome> {
  const { userId, browserHash, replacing, tokenHash } = link
  const address = link.walletAddress.toLowerCase()
  await refuseStaleFirstWallet(ctx, ctx.db, { ...link, address })
  await proveWallet(ctx, { ...link, address, purpose: 'link' })
  const current = await findUserWallet(ctx.db, userId)
  const isReplacing = current !== undefined && current !== address
  if (isReplacing && replacing) {
    const replace = { browserHash, purpose: 'replace', userId, subject: address } as const
    if ('passkey' in replacing) {
      const { walletAddress } = await provePasskey(ctx, { ...replace, signed: replacing.passkey })
      if (walletAddress !== current) throw new AppError('SIGNATURE_INVALID')
    } else {
      await proveWallet(ctx, { ...replace, ...replacing, address: current })
    }
  }
  const linked = await ctx.db.tx(async (tx): Promise<LinkOutcome> => {
    await lockAccount(tx, userId)
    await lockWallets(tx, current === undefined ? [address] : [address, current])
    // The wallet changed after the proof, so no signature covers this.
    if ((await findUserWallet(tx, userId)) !== current) throw new AppError('NONCE_INVALID')
    const owner = await findWalletUser(tx, address)
    if (owner !== undefined && owner !== userId) throw new AppError('WALLET_TAKEN')
    // An invite is for the first wallet: a user who has one is a member.
    const inviteId = current === undefined ? link.inviteId : undefined
    const admitted = await admitWallet(ctx, tx, { address, inviteId, userId })
    if (owner === userId) return { did: 'kept', answer: answer(ctx, { bonusAwarded: false }) }
    const now = ctx.clock.sqlNow()
    const confirmation = { userId, purpose: 'bind-wallet', subject: address, browserHash, now }
    if (!isReplacing) {
      await takeConfirmation(tx, confirmation)
      await tellOfSecurity(ctx, tx, userId, securityNotices.walletLinked(address))
      const bonusAwarded = await attachWallet(ctx, tx, { address, userId })
      await admitted(userId)
      return { did: 'linked', answer: answer(ctx, { bonusAwarded }) }
    }
    if (await hasOpenRedemption(tx, current)) throw new AppError('WALLET_IN_REDEMPTION')
    if (replacing) {
      const { bonusAwarded, ended } = await replaceWallet(ctx, tx, { userId, current, address, keptSession: tokenHash })
      const pass = await renewSession(ctx, tx, { tokenHash })
      return { did: 'replaced', answer: answer(ctx, { bonusAwarded }), pass, ended }
    }
    const requestedAt = await databaseTime(tx, ctx.clock)
    await refuseUnlessLinkedLongEnough(ctx, tx, userId, requestedAt)
    if (!(await takeConfirmation(tx, confirmation))) throw freshSignInRequired('provider')
    const takesEffectAt = new Date(requestedAt.getTime() + ctx.limits.walletNoticeMs)
    const replacement = { userId, address, requestedAt, takesEffectAt }
    await upsertReplacement(tx, replacement)
    await tellOfSecurity(ctx, tx, userId, securityNotices.replacementRequested(address))
    return { did: 'requested', answer: answer(ctx, { bonusAwarded: false, replacement }) }
  })
  ctx.live.changed(`user:${userId}`)
  if (linked.did === 'replaced') ctx.live.changed(`sessions:${userId}`)
  return linked
}

/** Throws OLD_WALLET_REQUIRED unless an account has been linked for longer than a stolen session could exist. */
async function refuseUnlessLinkedLongEnough(ctx: Context, db: Queryable, userId: string, at: Date): Promise<void> {
  const [first] = await findLinkedAccounts(db, userId)
  if (!first) {
    throw new AppError('OLD_WALLET_REQUIRED', {
      message: 'Only your current wallet can approve this: you have no X account connected',
    })
  }
  if (at.getTime() - first.linkedAt.getTime() < ctx.limits.walletNoticeMs) {
    const days = Math.round(ctx.limits.walletNoticeMs / 86_400_000)
    const name = providerName(ctx.settings, first.provider)
    throw new AppError('OLD_WALLET_REQUIRED', {
      message: `Only your current wallet can approve this: your ${name} account has been connected for less than ${days} days`,
    })
  }
}

/** Replaces a wallet under both locks. Ends the sessions but `keptSession`. Returns their number, and the bonus. */
export async function replaceWallet(
  ctx: Context,
  tx: Tx,
  {
    userId,
    current,
    address,
    keptSession,
  }: { userId: string; current: string; address: string; keptSession: Uint8Array | null },
): Promise<{ bonusAwarded: boolean; ended: number }> {
  await releaseWallet(tx, current, ctx.clock.sqlNow())
  await deleteReplacement(tx, userId)
  const bonusAwarded = await attachWallet(ctx, tx, { address, userId })
  await tellOfSecurity(ctx, tx, userId, securityNotices.walletReplaced(address))
  return { bonusAwarded, ended: await endSessionsExcept(tx, userId, keptSession) }
}

/** Cancels a replacement. Returns the wallet that was waiting, if any. */
export async function cancelReplacement(ctx: Context, userId: string): Promise<string | undefined> {
  const cancelled = await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    const replacement = await findReplacement(tx, userId)
    if (!replacement) return undefined
    await deleteReplacement(tx, userId)
    await tellOfSecurity(ctx, tx, userId, securityNotices.replacementCancelled(replacement.address))
    return replacement.address
  })
  ctx.live.changed(`user:${userId}`)
  return cancelled
}

function answer(
  ctx: Context,
  { bonusAwarded, replacement }: { bonusAwarded: boolean; replacement?: Replacement },
): Linked {
  const bonus = bonusAwarded ? ` You earned ${ctx.limits.walletBonusAp} Aura Points.` : ''
  const days = Math.round(ctx.limits.walletNoticeMs / 86_400_000)
  return {
    message: replacement
      ? `Your new wallet takes effect in ${days} days. Until then you can cancel it, and you can’t redeem.`
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

export async function waitingReplacement(ctx: Context, userId: string): Promise<Linked['replacement']> {
  const replacement = await findReplacement(ctx.db, userId)
  return replacement ? presentReplacement(replacement) : null
}
