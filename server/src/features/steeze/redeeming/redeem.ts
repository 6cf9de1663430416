import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { getAddress } from 'viem'
import { cursorIdOf, findCursor } from '#features/chain-events'
import { lockForPosting, netLeft, userAccount } from '#features/ledger'
import { findReplacement, findUserWallet, lockWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { orUnavailable } from '#platform/chain/contracts'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { utcTime } from '#platform/utc-text'
import { readReserves } from '../reserves.ts'
import { type Scope, scopeOf } from '../scope.ts'
import { withdrawnSteeze } from '../signer/withdrawn-steeze.ts'
import { withdrawalState } from '../steeze-contract.ts'
import { refuseFrozen } from './freeze-redemption.ts'
import { readMaturing, refuseMaturing } from './read-maturing.ts'
import {
  findByRequest,
  insertRedemption,
  lockOpenOf,
  lockRedemption,
  lockSigning,
  type Redemption,
  renewRedemption,
  sumSettled,
  sumSigned,
  sumWithdrawn,
} from './redemption-store.ts'
import {
  deadlineOf,
  pastDailyCap,
  refuseUnlessSignable,
  signerOf,
  signWithdrawal,
  unavailable,
} from './sign-withdrawal.ts'

type Signed = Answer<'POST /api/steeze/redeem'>

/**
 * Holds earned Steeze and returns a signature with which the user's wallet can withdraw it. The hold commits before the
 * signature is made, so no crash leaves a signature without a hold. A retry with the same key gets the same result.
 *
 * Throws WALLET_REQUIRED, REDEEM_AMOUNT_INVALID, REDEEM_MATURING, REDEMPTION_OPEN, REDEMPTION_NOT_FOUND (the key's redemption is
 * finished), REDEMPTION_FROZEN, IN_DEBT, WALLET_REPLACEMENT_WAITING, CHAIN_UNAVAILABLE, and REDEEM_UNAVAILABLE with
 * reason and time when the contract would not pay; nothing is held then.
 */
export async function redeem(
  ctx: Context,
  { userId, amount, requestKey }: { userId: string; amount: number; requestKey: string | undefined },
): Promise<Signed> {
  await refuseFrozen(ctx.db, userId)
  const again = await openedBefore(ctx.db, userId, requestKey)
  if (again) return answer(ctx, again)
  const wallet = await findUserWallet(ctx.db, userId)
  if (!wallet) throw new AppError('WALLET_REQUIRED')
  const scope = scopeOf(ctx)
  const payable = await askContract(ctx)
  await refuseUncovered(ctx)
  await refuseUnlessSignable(ctx, wallet, amount)
  const withdrawn = await withdrawnWhenFinal(ctx, wallet)
  const opened = await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    await refuseFrozen(tx, userId)
    await lockWallets(tx, [wallet])
    // A concurrent request with the same key may have committed.
    const twin = await openedBefore(tx, userId, requestKey)
    if (twin) return twin
    if ((await findUserWallet(tx, userId)) !== wallet) throw new AppError('WALLET_REQUIRED')
    if (await findReplacement(tx, userId)) throw new AppError('WALLET_REPLACEMENT_WAITING')
    const open = await lockOpenOf(tx, scope, wallet)
    if (open) throw new AppError('REDEMPTION_OPEN', { data: { holdId: open.id, deadline: deadlineOf(open) } })
    const now = await databaseTime(tx, ctx.clock)
    await refuseUnlessPayable(ctx, tx, { scope, payable, amount, now })
    // Earlier withdrawals may have settled while the contract was read.
    const since = await sumSettled(tx, scope, { userId, wallet, afterBlock: withdrawn.block })
    const id = randomUUID()
    const redemption: Redemption = {
      ...scope,
      id,
      wallet,
      userId,
      amount,
      remaining: amount,
      ledgerHold: id,
      limit: withdrawn.amount + since + amount,
      deadline: nextDeadline(ctx, now),
      renewals: 0,
      openedAt: now,
    }
    await insertRedemption(tx, { ...redemption, requestKey: requestKey ?? null })
    await holdEarned(ctx, tx, redemption, now)
    return redemption
  })
  ctx.live.changed(`user:${userId}`)
  return answer(ctx, opened)
}

/**
 * Signs again with a new deadline, at most three times: holds count towards the daily cap, and nobody may occupy it for
 * ever. Afterwards the last signature is valid until its deadline, and then the hold is released. Throws
 * REDEMPTION_RENEWALS_USED, REDEMPTION_NOT_FOUND and as `redeem` does.
 */
export async function signAgain(ctx: Context, { userId, holdId }: { userId: string; holdId: string }): Promise<Signed> {
  const scope = scopeOf(ctx)
  const payable = await askContract(ctx)
  await refuseUncovered(ctx)
  // The wallet can't leave the account while a redemption is open, so no wallet means none is.
  const wallet = await findUserWallet(ctx.db, userId)
  if (wallet) await refuseUnlessSignable(ctx, wallet, 0)
  const signed = await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    await refuseFrozen(tx, userId)
    const open = await lockRedemption(tx, holdId)
    if (open?.userId !== userId || open.contract !== scope.contract || open.chainId !== scope.chainId) {
      throw new AppError('REDEMPTION_NOT_FOUND')
    }
    const now = await databaseTime(tx, ctx.clock)
    if (open.renewals >= ctx.limits.redeemRenewals) {
      if (open.deadline > now) return open
      throw new AppError('REDEMPTION_RENEWALS_USED', { data: { deadline: deadlineOf(open) } })
    }
    // Its hold is already counted.
    await refuseUnlessPayable(ctx, tx, { scope, payable, amount: 0, now })
    await refuseDebtor(ctx, tx, userId)
    // Never before the previous deadline, even if the clock went back: that signature is valid until then.
    const deadline = new Date(Math.max(open.deadline.getTime(), nextDeadline(ctx, now).getTime()))
    await renewRedemption(tx, holdId, deadline)
    return { ...open, deadline }
  })
  return answer(ctx, signed)
}

/** Throws REDEMPTION_NOT_FOUND when it is finished. */
async function openedBefore(
  db: Queryable,
  userId: string,
  requestKey: string | undefined,
): Promise<Redemption | undefined> {
  const known = requestKey === undefined ? undefined : await findByRequest(db, userId, requestKey)
  if (known?.remaining === 0) throw new AppError('REDEMPTION_NOT_FOUND')
  return known
}

async function answer(ctx: Context, redemption: Redemption): Promise<Signed> {
  return {
    holdId: redemption.id,
    amount: redemption.remaining,
    usdcAmount: (redemption.remaining * STEEZE_VALUE_MICROS) / MICROS_PER_USDC,
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

/** A hold older than the debt repays it on release, instead of being signed again and again. */
async function refuseDebtor(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const posting = await lockForPosting(tx, ctx.clock, [userAccount(userId, 'steeze_earned')])
  if (posting.isInDebt(userId)) throw new AppError('IN_DEBT')
}

/**
 * Purchased Steeze can't be redeemed, nor can gifts that mature. Battles pay into the locked account, so none can end in
 * between.
 */
async function holdEarned(ctx: Context, tx: Tx, { id, userId, amount }: Redemption, now: Date): Promise<void> {
  const [earned, held] = [userAccount(userId, 'steeze_earned'), userAccount(userId, 'steeze_held')]
  const posting = await lockForPosting(tx, ctx.clock, [earned, held])
  if (posting.isInDebt(userId)) throw new AppError('IN_DEBT')
  refuseMaturing(await readMaturing(ctx, tx, { userId, earned: posting.balanceOf(earned), now }), amount)
  await posting.post([
    {
      key: `steeze-redemption/${id}`,
      kind: 'steeze_hold',
      reference: id,
      from: earned,
      to: held,
      amount,
      opensHold: id,
    },
  ])
}

/** As of the block to which everything is final and settled here; the ledger and a quorum of nodes must agree. */
async function withdrawnWhenFinal(ctx: Context, wallet: string): Promise<{ amount: number; block: number }> {
  const cursor = await findCursor(ctx.db, cursorIdOf(ctx.chain))
  if (!cursor?.finalHash) throw new AppError('CHAIN_UNAVAILABLE')
  const block = cursor.finalNumber
  const amount = await orUnavailable(withdrawnSteeze(ctx.chain, wallet, { blockNumber: block }))
  if (amount !== (await sumWithdrawn(ctx.db, scopeOf(ctx), { wallet, throughBlock: block }))) {
    throw unavailable(
      ctx.clock.now(),
      'withdrawals-differ',
      'The network and our records differ on what your wallet has redeemed. Nothing was held.',
    )
  }
  return { amount, block }
}

/** While the ledger has more Steeze than the contract, some of it was never bought. */
async function refuseUncovered(ctx: Context): Promise<void> {
  if ((await readReserves(ctx)).difference <= 0) return
  const now = ctx.clock.now()
  throw unavailable(
    now,
    'reserves',
    `Redeeming is stopped as of ${utcTime(now)}: our records and the contract don't match.`,
  )
}

type Payable = Awaited<ReturnType<typeof withdrawalState>>

const askContract = (ctx: Context): Promise<Payable> => {
  signerOf(ctx)
  return orUnavailable(withdrawalState(ctx.chain))
}

const DAY_MS = 86_400_000

async function refuseUnlessPayable(
  ctx: Context,
  tx: Tx,
  { scope, payable, amount, now }: { scope: Scope; payable: Payable; amount: number; now: Date },
): Promise<void> {
  const refuse = (reason: string, message: string) => unavailable(now, reason, message)
  const time = utcTime(now)
  if ((await netLeft(tx, 'steeze_unexplained')) > 0) {
    throw refuse('unexplained', `Redeeming is stopped as of ${time}: we are investigating a withdrawal.`)
  }
  if (payable.isPaused) throw refuse('paused', `The contract is paused as of ${time}. Nothing was held.`)
  if (payable.signer !== signerOf(ctx).address.toLowerCase()) {
    throw refuse('not-signer', `The contract expects another signer as of ${time}. Nothing was held.`)
  }
  const midnightMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const signed = await sumSigned(tx, scope, new Date(midnightMs))
  const leftMicros = Math.min(
    ctx.limits.redeemDailyCapMicros - signed.sinceThen * STEEZE_VALUE_MICROS,
    payable.remainingTodayMicros - signed.open * STEEZE_VALUE_MICROS,
  )
  if (amount * STEEZE_VALUE_MICROS > leftMicros) throw pastDailyCap(now)
}
