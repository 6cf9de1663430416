import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { holdEarned, refuseDebtor } from '../redeeming/hold-earned.ts'
import { type Review, updateReview } from './review-store.ts'

/**
 * Moves the hold of a locked, approved review to its redemption. Steeze that was given back before an appeal is held
 * again. Throws IN_DEBT, and REDEEM_AMOUNT_INVALID or REDEEM_MATURING if it was spent meanwhile.
 */
export async function takeApproved(
  ctx: Context,
  tx: Tx,
  review: Review,
  { ledgerHold, now }: { ledgerHold: string; now: Date },
): Promise<void> {
  const { id, userId, amount } = review
  await updateReview(tx, review, { status: 'signed', until: null, ledgerHold: null })
  if (review.ledgerHold !== null) return refuseDebtor(ctx, tx, userId)
  const hold = { key: `steeze-redemption/${id}/held-again`, reference: id, holdId: ledgerHold, userId, amount }
  await holdEarned(ctx, tx, hold, now)
}
