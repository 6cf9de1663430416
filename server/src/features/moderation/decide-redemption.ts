import {
  approveReviewIn,
  type Decision,
  findReview,
  lockSigning,
  lockWaiting,
  needsSecond,
  rejectReviewIn,
} from '#features/steeze'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { lapseProposals } from './proposal-store.ts'
import { proposeIn } from './proposals.ts'

/**
 * Approves a redemption below the limit, and proposes it above, for another admin to confirm. Throws
 * REDEMPTION_NOT_FOUND, REVIEW_NOT_OPEN, REVIEW_APPEALED and ADMIN_OWN_CASE.
 */
export async function approveRedemption(ctx: Context, by: Decision): Promise<{ isProposed: boolean }> {
  const { id, adminId, reason, answersAppeal } = by
  const review = await findReview(ctx.db, id)
  if (!review) throw new AppError('REDEMPTION_NOT_FOUND')
  const isProposed = needsSecond(review)
  const userId = await ctx.db.tx(async (tx) => {
    if (!isProposed) return approveReviewIn(ctx, tx, by)
    // A concurrent rejection would leave the proposal behind.
    await lockSigning(tx)
    await proposeIn(ctx, tx, { action: 'approve-redemption', subject: id, reason, adminId })
    return (await lockWaiting(tx, { id, adminIds: [adminId], isAnswer: () => answersAppeal })).userId
  })
  if (!isProposed) ctx.live.changed(`user:${userId}`)
  return { isProposed }
}

/** Rejects a redemption and ends the proposal to approve it. Throws the errors of `rejectReviewIn`. */
export async function rejectRedemption(ctx: Context, by: Decision): Promise<void> {
  const userId = await ctx.db.tx(async (tx) => {
    await lockSigning(tx)
    const at = await databaseTime(tx, ctx.clock)
    await lapseProposals(tx, { action: 'approve-redemption', subject: by.id }, { at, openSince: at })
    return rejectReviewIn(ctx, tx, by)
  })
  ctx.live.changed(`user:${userId}`)
}
