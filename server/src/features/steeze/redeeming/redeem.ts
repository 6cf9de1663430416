import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { getAddress } from 'viem'
import { isInDebt } from '#features/ledger'
import { findReplacement, findUserWallet, lockWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { utcMinute } from '#platform/utc-text'
import { openReview } from '../reviewing/open-review.ts'
import { causeText, isOpen } from '../reviewing/review.rules.ts'
import { reviewCause } from '../reviewing/review-cause.ts'
import {
  findOpenReviewOf,
  findReview,
  findReviewByRequest,
  lockReview,
  type Review,
} from '../reviewing/review-store.ts'
import { takeApproved } from '../reviewing/take-approved.ts'
import { type Scope, scopeOf } from '../scope.ts'
import { refuseFrozen } from './freeze-redemption.ts'
import { holdEarned, refuseDebtor, refuseUnearned } from './hold-earned.ts'
import { nextRedemption } from './lapses.rules.ts'
import { askContract, type Payable, refuseUncovered, refuseUnlessPayable, withdrawnWhenFinal } from './payable.ts'
import {
  findByRequest,
  findLapses,
  findOpenOfWallet,
  findRedemption,
  insertRedemption,
  lockRedemption,
  lockSigning,
  type Redemption,
  renewRedemption,
  sumSettled,
} from './redemption-store.ts'
import { deadlineOf, refuseUnlessSignable, signWithdrawal } from './sign-withdrawal.ts'

type Signed = Answer<'POST /api/steeze/redeem/sign'>

/**
 * Holds earned Steeze. Returns a signature with which the user's wallet can withdraw it, or, if an admin has to approve
 * it first, the reason and the deadline. The hold commits before the signature is made, so no crash leaves a signature
 * without a hold. A retry with the same key gets the same result. Throws WALLET_REQUIRED, REDEEM_AMOUNT_INVALID,
 * REDEEM_MATURING, REDEMPTION_OPEN, REDEMPTION_WAITING, REDEMPTION_NOT_FOUND (the key's redemption is finished),
 * REDEMPTION_FROZEN, REDEMPTION_LAPSES_USED, IN_DEBT, WALLET_REPLACEMENT_WAITING, CHAIN_UNAVAILABLE, and
 * REDEEM_UNAVAILABLE with reason and time when the contract would not pay; nothing is held then. What the database alone
 * refuses is refused before the network is asked.
 */
export async function redeem(
  ctx: Context,
  { userId, amount, requestKey }: { userId: string; amount: number; requestKey: string | undefined },
): Promise<Answer<'POST /api/steeze/redeem'>> {
  await refuseFrozen(ctx.db, userId)
  const again = await openedBefore(ctx.db, userId, requestKey)
  if (again) {
    if ('redemption' in again) await refuseStopped(ctx, userId)
    return answer(ctx, again)
  }
  if (await findOpenReviewOf(ctx.db, userId)) throw new AppError('REDEMPTION_WAITING')
  const asked = await askNetwork(ctx, await refuseEarly(ctx, { userId, amount, isHeld: false }), amount)
  const opened = await ctx.db.tx(async (tx): Promise<Opened> => {
    await lockOwnWallet(tx, userId, asked)
    // A concurrent request with the same key may have committed.
    const twin = await openedBefore(tx, userId, requestKey)
    if (twin) {
      if ('redemption' in twin) await refuseHeld(ctx, tx, { userId, ...asked })
      return twin
    }
    if (await findOpenReviewOf(tx, userId)) throw new AppError('REDEMPTION_WAITING')
    const now = await refuseUnlessFree(ctx, tx, { userId, ...asked })
    await refuseUnlessPayable(ctx, tx, { ...asked, amount, now })
    const id = randomUUID()
    const cause = await reviewCause(ctx, tx, { userId, amount, now })
    const hold = { key: `steeze-redemption/${id}`, reference: id, holdId: id, userId, amount }
    if (cause) {
      const review = await openReview(ctx, tx, { id, userId, amount, requestKey: requestKey ?? null, cause, now })
      await holdEarned(ctx, tx, hold, now)
      return { review }
    }
    const redemption = await openRedemption(ctx, tx, { id, userId, amount, requestKey, ledgerHold: id }, asked, now)
    await holdEarned(ctx, tx, hold, now)
    return { redemption }
  })
  ctx.live.changed(`user:${userId}`)
  return answer(ctx, opened)
}

/**
 * Signs again with a new deadline, at most three times: holds count towards the daily cap, and no user may occupy it
 * forever. Afterwards the last signature is valid until its deadline, and then the hold is released. An approved
 * redemption is signed for the first time. Throws REDEMPTION_RENEWALS_USED, REDEMPTION_NOT_FOUND and the errors of
 * `redeem`.
 */
export async function signAgain(ctx: Context, { userId, holdId }: { userId: string; holdId: string }): Promise<Signed> {
  const review = await findReview(ctx.db, holdId)
  if (review?.userId === userId && isOpen(review.status)) return signApproved(ctx, review)
  const scope = scopeOf(ctx)
  const refuseUnlessRenewable = (open: Redemption | undefined, now: Date) => {
    if (open?.userId !== userId || open.contract !== scope.contract || open.chainId !== scope.chainId) {
      throw new AppError('REDEMPTION_NOT_FOUND')
    }
    const isLast = open.renewals >= ctx.limits.redeemRenewals
    if (isLast && open.deadline <= now) {
      throw new AppError('REDEMPTION_RENEWALS_USED', { data: { deadline: deadlineOf(open) } })
    }
    return { open, isLast }
  }
  await refuseFrozen(ctx.db, userId)
  refuseUnlessRenewable(await findRedemption(ctx.db, holdId), await databaseTime(ctx.db, ctx.clock))
  if (await isInDebt(ctx.db, userId)) throw new AppError('IN_DEBT')
  const payable = await askContract(ctx)
  await refuseUncovered(ctx)
  // The wallet can't leave the account while a redemption is open, so without a wallet there is none.
  const wallet = await findUserWallet(ctx.db, userId)
  if (wallet) await refuseUnlessSignable(ctx, wallet, 0)
  const signed = await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    await refuseFrozen(tx, userId)
    const locked = await lockRedemption(tx, holdId)
    const now = await databaseTime(tx, ctx.clock)
    const { open, isLast } = refuseUnlessRenewable(locked, now)
    await refuseHeld(ctx, tx, { userId, scope, payable })
    if (isLast) return open
    // Never before the previous deadline, even if the clock was set back, because that signature is valid until then.
    const deadline = new Date(Math.max(open.deadline.getTime(), nextDeadline(ctx, now).getTime()))
    await renewRedemption(tx, holdId, deadline)
    return { ...open, deadline }
  })
  return present(ctx, signed)
}

/** Signs a redemption that an admin approved. A concurrent request for it gets the same signature. */
async function signApproved(ctx: Context, { id, userId, amount, status, ledgerHold: held }: Review): Promise<Signed> {
  if (status === 'waiting') throw new AppError('REDEMPTION_WAITING')
  await refuseFrozen(ctx.db, userId)
  const wallet = await refuseEarly(ctx, { userId, amount, isHeld: held !== null })
  const asked = await askNetwork(ctx, wallet, amount)
  const signed = await ctx.db.tx(async (tx) => {
    await lockOwnWallet(tx, userId, asked)
    const review = await lockReview(tx, id)
    if (review?.status === 'signed') {
      const twin = await lockRedemption(tx, id)
      if (twin) {
        await refuseHeld(ctx, tx, { userId, ...asked })
        return twin
      }
    }
    if (review?.status === 'waiting') throw new AppError('REDEMPTION_WAITING')
    if (review?.status !== 'approved') throw new AppError('REDEMPTION_NOT_FOUND')
    const now = await refuseUnlessFree(ctx, tx, { userId, ...asked })
    await refuseUnlessPayable(ctx, tx, { ...asked, amount, now })
    const ledgerHold = review.ledgerHold ?? randomUUID()
    const requestKey = review.requestKey ?? undefined
    const redemption = await openRedemption(ctx, tx, { id, userId, amount, requestKey, ledgerHold }, asked, now)
    await takeApproved(ctx, tx, review, { ledgerHold, now })
    return redemption
  })
  ctx.live.changed(`user:${userId}`)
  return present(ctx, signed)
}

/**
 * Returns the wallet. Throws for what the database alone refuses, before the network is asked: the transaction decides
 * it again, under locks. `isHeld`: the Steeze is held already.
 */
async function refuseEarly(
  ctx: Context,
  { userId, amount, isHeld }: { userId: string; amount: number; isHeld: boolean },
): Promise<string> {
  const { db } = ctx
  const wallet = await findUserWallet(db, userId)
  if (!wallet) throw new AppError('WALLET_REQUIRED')
  const scope = scopeOf(ctx)
  const now = await refuseUnlessFree(ctx, db, { userId, scope, wallet })
  await refuseUnearned(ctx, db, { userId, amount: isHeld ? 0 : amount, now })
  await refuseUnlessPayable(ctx, db, { scope, payable: null, amount, now })
  return wallet
}

interface Asked {
  scope: Scope
  wallet: string
  payable: Payable
  withdrawn: { amount: number; block: number }
}

/** Makes all requests to the network, so that no transaction waits for it. */
async function askNetwork(ctx: Context, wallet: string, amount: number): Promise<Asked> {
  const scope = scopeOf(ctx)
  const payable = await askContract(ctx)
  await refuseUncovered(ctx)
  await refuseUnlessSignable(ctx, wallet, amount)
  return { scope, wallet, payable, withdrawn: await withdrawnWhenFinal(ctx, wallet) }
}

async function lockOwnWallet(tx: Tx, userId: string, { wallet }: Asked): Promise<void> {
  await lockSigning(tx)
  await refuseFrozen(tx, userId)
  await lockWallets(tx, [wallet])
}

/** Refuses a retry for the same reasons as `refuseHeld`. */
async function refuseStopped(ctx: Context, userId: string): Promise<void> {
  const scope = scopeOf(ctx)
  const payable = await askContract(ctx)
  await refuseUncovered(ctx)
  await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    await refuseFrozen(tx, userId)
    await refuseHeld(ctx, tx, { userId, scope, payable })
  })
}

/**
 * Throws if a signature would be refused. The server or a node may have failed after the hold, before the first
 * signature, so each signature needs the same checks as the first. Lock signing before.
 */
async function refuseHeld(
  ctx: Context,
  tx: Tx,
  { userId, scope, payable }: { userId: string; scope: Scope; payable: Payable },
): Promise<void> {
  const now = await databaseTime(tx, ctx.clock)
  // The hold is already counted.
  await refuseUnlessPayable(ctx, tx, { scope, payable, amount: 0, now })
  await refuseDebtor(ctx, tx, userId)
}

/** Returns the time. Throws if the wallet, an open redemption or lapsed ones prevent another. Lock signing before. */
async function refuseUnlessFree(
  ctx: Context,
  db: Queryable,
  { userId, scope, wallet }: { userId: string; scope: Scope; wallet: string },
): Promise<Date> {
  if ((await findUserWallet(db, userId)) !== wallet) throw new AppError('WALLET_REQUIRED')
  if (await findReplacement(db, userId)) throw new AppError('WALLET_REPLACEMENT_WAITING')
  const open = await findOpenOfWallet(db, scope, wallet)
  if (open) throw new AppError('REDEMPTION_OPEN', { data: { holdId: open.id, deadline: deadlineOf(open) } })
  const now = await databaseTime(db, ctx.clock)
  await refuseLapsed(db, userId, now)
  return now
}

/** Throws REDEMPTION_LAPSES_USED, with the time it ends. */
async function refuseLapsed(db: Queryable, userId: string, now: Date): Promise<void> {
  const next = nextRedemption(await findLapses(db, userId, now), now)
  if (!next) return
  throw new AppError('REDEMPTION_LAPSES_USED', {
    message: `${next.reason} You can redeem again from ${utcMinute(next.at)}.`,
    data: { until: next.at.toISOString() },
  })
}

interface NewRedemption extends Pick<Redemption, 'id' | 'userId' | 'amount' | 'ledgerHold'> {
  requestKey: string | undefined
}

async function openRedemption(
  ctx: Context,
  tx: Tx,
  { requestKey, ...named }: NewRedemption,
  { scope, wallet, withdrawn }: Asked,
  now: Date,
): Promise<Redemption> {
  // Earlier withdrawals may have settled while the contract was read.
  const since = await sumSettled(tx, scope, { userId: named.userId, wallet, afterBlock: withdrawn.block })
  const redemption: Redemption = {
    ...scope,
    ...named,
    wallet,
    remaining: named.amount,
    limit: withdrawn.amount + since + named.amount,
    deadline: nextDeadline(ctx, now),
    renewals: 0,
    openedAt: now,
  }
  await insertRedemption(tx, { ...redemption, requestKey: requestKey ?? null })
  return redemption
}

type Opened = { redemption: Redemption } | { review: Review }

/** Returns the key's redemption. Throws REDEMPTION_NOT_FOUND if it is finished. */
async function openedBefore(
  db: Queryable,
  userId: string,
  requestKey: string | undefined,
): Promise<Opened | undefined> {
  if (requestKey === undefined) return undefined
  const redemption = await findByRequest(db, userId, requestKey)
  if (redemption?.remaining === 0) throw new AppError('REDEMPTION_NOT_FOUND')
  if (redemption) return { redemption }
  const review = await findReviewByRequest(db, userId, requestKey)
  if (review && !isOpen(review.status)) throw new AppError('REDEMPTION_NOT_FOUND')
  return review && { review }
}

async function answer(ctx: Context, opened: Opened): Promise<Answer<'POST /api/steeze/redeem'>> {
  if ('redemption' in opened) return present(ctx, opened.redemption)
  const { id, amount, until, ...cause } = opened.review
  const review = { reason: causeText(cause), until: (until ?? ctx.clock.now()).toISOString() }
  return { holdId: id, amount, usdcAmount: inUsdc(amount), signature: null, review }
}

const inUsdc = (amount: number) => (amount * STEEZE_VALUE_MICROS) / MICROS_PER_USDC

async function present(ctx: Context, redemption: Redemption): Promise<Signed> {
  return {
    holdId: redemption.id,
    amount: redemption.remaining,
    usdcAmount: inUsdc(redemption.remaining),
    limit: redemption.limit,
    deadline: deadlineOf(redemption),
    signature: await signWithdrawal(ctx, redemption),
    walletAddress: getAddress(redemption.wallet),
    contractAddress: getAddress(redemption.contract),
    chainId: redemption.chainId,
  }
}

const nextDeadline = (ctx: Context, now: Date) =>
  new Date(Math.floor((now.getTime() + ctx.limits.redeemDeadlineMs) / 1_000) * 1_000)
