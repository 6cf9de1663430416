import type { RedemptionReview } from '@aura/api/calls/steeze'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { lockSigning } from '../redeeming/redemption-store.ts'
import { answerDue, notifyDesk } from './open-review.ts'
import { returnHolds } from './return-hold.ts'
import { causeText, isOpen, mayAppeal } from './review.rules.ts'
import { limitExceeded } from './review-cause.ts'
import { findNewestReviewOf, findOpenReviewOf, lockReview, type Review, updateReview } from './review-store.ts'

/** Returns the open review, else the newest unless that was signed or cancelled. */
export async function reviewOf(ctx: Context, userId: string): Promise<RedemptionReview | null> {
  const review = await findNewestReviewOf(ctx.db, userId)
  if (!review || review.status === 'signed' || review.status === 'cancelled') return null
  const { id, ...shown } = presentReview(review)
  return { holdId: id, ...shown, mayAppeal: mayAppeal(review) }
}

/** Returns what both the person and the desk see. */
export const presentReview = ({ id, amount, status, openedAt, until, answer, ...review }: Review) => ({
  id,
  amount,
  usdcAmount: (amount * STEEZE_VALUE_MICROS) / MICROS_PER_USDC,
  status: status === 'signed' ? ('approved' as const) : status,
  reason: causeText(review),
  openedAt: openedAt.toISOString(),
  until: until?.toISOString() ?? null,
  answer,
  appeal:
    review.appeal === null || review.appealedAt === null
      ? null
      : { text: review.appeal, at: review.appealedAt.toISOString(), answer: review.appealAnswer },
})

/** Cancels a review and gives its Steeze back. Throws REDEMPTION_NOT_FOUND once it is signed or over. */
export async function cancelReview(ctx: Context, { id, userId }: { id: string; userId: string }): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const review = await lockReview(tx, id)
    if (review?.userId !== userId || !isOpen(review.status)) throw new AppError('REDEMPTION_NOT_FOUND')
    await returnHolds(ctx, tx, [review])
    await updateReview(tx, review, { status: 'cancelled', until: null, ledgerHold: null })
  })
  ctx.live.changed(`user:${userId}`)
}

/**
 * Adds the person's text to the hold, or reopens a rejection. Throws REDEMPTION_NOT_FOUND, APPEAL_USED, and
 * REDEMPTION_WAITING while a newer one of theirs is open.
 */
export async function appealReview(
  ctx: Context,
  { id, userId, text }: { id: string; userId: string; text: string },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    // The lock keeps them from opening another redemption meanwhile.
    await lockSigning(tx)
    const review = await lockReview(tx, id)
    if (review?.userId !== userId) throw new AppError('REDEMPTION_NOT_FOUND')
    if (review.appealedAt !== null) throw new AppError('APPEAL_USED')
    if (!mayAppeal(review)) throw new AppError('REDEMPTION_NOT_FOUND')
    const now = await databaseTime(tx, ctx.clock)
    const appeal = { appeal: text, appealedAt: now }
    if (review.status === 'waiting') return updateReview(tx, review, appeal)
    if (await findOpenReviewOf(tx, userId)) throw new AppError('REDEMPTION_WAITING')
    const until = answerDue(ctx, now)
    const above = await limitExceeded(ctx, tx, review, now)
    await updateReview(tx, review, { ...appeal, status: 'waiting', above, until, decidedBy: null, decidedAt: null })
    await notifyDesk(ctx, tx, review, until)
  })
  ctx.live.changed(`user:${userId}`)
}
