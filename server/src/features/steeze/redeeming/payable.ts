import { STEEZE_VALUE_MICROS } from '@aura/api/money'
import { cursorIdOf, findCursor } from '#features/chain-events'
import { netLeft } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { utcTime } from '#platform/utc-text'
import { readReserves } from '../reserves/reserves.ts'
import { type Scope, scopeOf } from '../scope.ts'
import { unusedShareOf } from '../signer/signing.rules.ts'
import { withdrawnSteeze } from '../signer/withdrawn-steeze.ts'
import { withdrawalState } from '../steeze-contract.ts'
import { sumSigned, sumWithdrawn } from './redemption-store.ts'
import { pastDailyCap, signerOf, unavailable } from './sign-withdrawal.ts'

/** Returns the Steeze withdrawn as of the last block that is final and settled, if a quorum of nodes agrees. */
export async function withdrawnWhenFinal(ctx: Context, wallet: string): Promise<{ amount: number; block: number }> {
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

/** Throws while the ledger has more Steeze than the contract, because some of it was never bought. */
export async function refuseUncovered(ctx: Context): Promise<void> {
  if ((await readReserves(ctx)).difference <= 0) return
  const now = ctx.clock.now()
  throw unavailable(
    now,
    'reserves',
    `Redeeming is stopped as of ${utcTime(now)}: our records and the contract don't match.`,
  )
}

export type Payable = Awaited<ReturnType<typeof withdrawalState>>

export const askContract = (ctx: Context): Promise<Payable> => {
  signerOf(ctx)
  return orUnavailable(withdrawalState(ctx.chain))
}

const DAY_MS = 86_400_000

/**
 * Throws REDEEM_UNAVAILABLE if the contract wouldn't pay. Lock signing before, if it decides. `payable` is null before
 * the network was asked.
 */
export async function refuseUnlessPayable(
  ctx: Context,
  db: Queryable,
  { scope, payable, amount, now }: { scope: Scope; payable: Payable | null; amount: number; now: Date },
): Promise<void> {
  const refuse = (reason: string, message: string) => unavailable(now, reason, message)
  const time = utcTime(now)
  if ((await netLeft(db, 'steeze_unexplained')) > 0) {
    throw refuse('unexplained', `Redeeming is stopped as of ${time}: we are investigating a withdrawal.`)
  }
  if (payable?.isPaused) throw refuse('paused', `The contract is paused as of ${time}. Nothing was held.`)
  if (payable && payable.signer !== signerOf(ctx).address.toLowerCase()) {
    throw refuse('not-signer', `The contract expects another signer as of ${time}. Nothing was held.`)
  }
  const midnightMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  // A day's cap is everyone's. Unused signatures of one account take up little of it; the contract has the last word.
  const unusedMost = unusedShareOf(ctx.limits.redeemDailyCapMicros)
  const signed = await sumSigned(db, scope, { since: new Date(midnightMs), unusedMost })
  const leftMicros = Math.min(
    ctx.limits.redeemDailyCapMicros - signed.sinceThen * STEEZE_VALUE_MICROS,
    payable ? payable.remainingTodayMicros - signed.open * STEEZE_VALUE_MICROS : Number.POSITIVE_INFINITY,
  )
  if (amount * STEEZE_VALUE_MICROS > leftMicros) throw pastDailyCap(now)
}
