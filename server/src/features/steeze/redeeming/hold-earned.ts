import { balancesOf, isInDebt, lockForPosting, userAccount } from '#features/ledger'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { readMaturing, refuseMaturing } from './read-maturing.ts'

/** Throws IN_DEBT for a debtor. An older hold repays the debt on release, and must not be signed repeatedly. */
export async function refuseDebtor(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const posting = await lockForPosting(tx, ctx.clock, [userAccount(userId, 'steeze_earned')])
  if (posting.isInDebt(userId)) throw new AppError('IN_DEBT')
}

/** Throws the errors of `holdEarned`, without locks: cheap, and decided again when the Steeze is held. */
export async function refuseUnearned(
  ctx: Context,
  db: Queryable,
  { userId, amount, now }: { userId: string; amount: number; now: Date },
): Promise<void> {
  if (await isInDebt(db, userId)) throw new AppError('IN_DEBT')
  const { steeze_earned: earned } = await balancesOf(db, userId)
  refuseMaturing(await readMaturing(ctx, db, { userId, earned, now }), amount)
}

interface NewHold {
  key: string
  /** Reference of the transfer: the redemption. */
  reference: string
  holdId: string
  userId: string
  amount: number
}

/**
 * Holds earned Steeze. Purchased Steeze can't be redeemed, nor can maturing gifts. Battles pay into the locked account,
 * so none can end in between. Throws IN_DEBT, REDEEM_AMOUNT_INVALID and REDEEM_MATURING.
 */
export async function holdEarned(
  ctx: Context,
  tx: Tx,
  { key, reference, holdId, userId, amount }: NewHold,
  now: Date,
): Promise<void> {
  const [earned, held] = [userAccount(userId, 'steeze_earned'), userAccount(userId, 'steeze_held')]
  const posting = await lockForPosting(tx, ctx.clock, [earned, held])
  if (posting.isInDebt(userId)) throw new AppError('IN_DEBT')
  refuseMaturing(await readMaturing(ctx, tx, { userId, earned: posting.balanceOf(earned), now }), amount)
  await posting.post([{ key, kind: 'steeze_hold', reference, from: earned, to: held, amount, opensHold: holdId }])
}
