import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findFreeze, insertFreeze, liftFreeze } from './freeze-store.ts'
import { lockSigning } from './redemption-store.ts'

/**
 * Keeps a person from redeeming, for a reason they are told. Nothing of theirs moves: what was signed before can still
 * be withdrawn, settles, or lapses and is given back. Answers false where they are frozen already; the reason stays.
 */
export async function freezeRedemption(ctx: Context, userId: string, reason: string): Promise<boolean> {
  return ctx.db.tx(async (tx) => {
    // Once this answers, nothing more is being signed for them.
    await lockSigning(tx)
    return insertFreeze(tx, { userId, reason, now: ctx.clock.sqlNow() })
  })
}

/** Lets a person redeem again. Answers false where nothing kept them from it. */
export const unfreezeRedemption = (ctx: Context, userId: string): Promise<boolean> =>
  ctx.db.tx((tx) => liftFreeze(tx, userId, ctx.clock.sqlNow()))

/** Throws REDEMPTION_FROZEN, with the reason, for a person who may not redeem. */
export async function refuseFrozen(db: Queryable, userId: string): Promise<void> {
  const freeze = await findFreeze(db, userId)
  if (!freeze) return
  throw new AppError('REDEMPTION_FROZEN', {
    message: `Redeeming is frozen for your account: ${freeze.reason}`,
    data: { reason: freeze.reason, at: freeze.frozenAt.toISOString() },
  })
}
