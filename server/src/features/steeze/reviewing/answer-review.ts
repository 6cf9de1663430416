import { accountsOf, recordActions } from '#features/admin-log'
import { findGiftsFrom } from '#features/battles'
import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { utcMinute } from '#platform/utc-text'
import { approvalNotice, rejectionNotice, reopenedNotice } from '../notices.rules.ts'
import { lockSigning } from '../redeeming/redemption-store.ts'
import { answerDue } from './open-review.ts'
import { returnHolds } from './return-hold.ts'
import { isDecided, needsSecond } from './review.rules.ts'
import { limitExceeded } from './review-cause.ts'
import { findOpenReviewOf, lockReview, type Review, updateReview } from './review-store.ts'

interface ByAdmin {
  id: string
  adminId: string
  /** Reason that the person is shown. */
  reason: string
}

export interface Decision extends ByAdmin {
  /** Whether the reason was written as the answer to the appeal. */
  answersAppeal: boolean
}

interface ConfirmedProposal extends ByAdmin {
  proposed: { by: string; at: Date }
}

/**
 * Lets the server sign, until the approval lapses. Returns the owner's user id, whose topic the caller publishes.
 * Throws REDEMPTION_NOT_FOUND, REVIEW_NOT_OPEN, ADMIN_OWN_CASE if it concerns either admin, REVIEW_APPEALED if
 * the reason can't be the appeal's answer, and SECOND_ADMIN_REQUIRED above the limit without a proposer.
 */
export async function approveReviewIn(ctx: Context, tx: Tx, by: Decision | ConfirmedProposal): Promise<string> {
  const { id, adminId, reason } = by
  const proposed = 'proposed' in by ? by.proposed : null
  const review = await lockWaiting(tx, {
    id,
    adminIds: [adminId, ...(proposed ? [proposed.by] : [])],
    isAnswer: (appealedAt) => ('proposed' in by ? appealedAt <= by.proposed.at : by.answersAppeal),
  })
  if (needsSecond(review) && !proposed) throw new AppError('SECOND_ADMIN_REQUIRED')
  const now = await databaseTime(tx, ctx.clock)
  const until = new Date(now.getTime() + ctx.limits.reviewApprovedMs)
  await updateReview(tx, review, {
    ...answered(review, reason),
    status: 'approved',
    until,
    decidedBy: adminId,
    decidedAt: now,
  })
  await insertNotifications(tx, ctx.clock, [approvalNotice(review, { by: utcMinute(until), now })])
  await recordActions(tx, [logged(review, 'approve-redemption', adminId, reason)], ctx.clock.sqlNow())
  return review.userId
}

/**
 * Gives the held Steeze back. Returns the owner's user id, whose topic the caller publishes. Throws
 * REDEMPTION_NOT_FOUND, REVIEW_NOT_OPEN, REVIEW_APPEALED and ADMIN_OWN_CASE.
 */
export async function rejectReviewIn(ctx: Context, tx: Tx, by: Decision): Promise<string> {
  const { id, adminId, reason } = by
  const review = await lockWaiting(tx, { id, adminIds: [adminId], isAnswer: () => by.answersAppeal })
  const now = await databaseTime(tx, ctx.clock)
  await returnHolds(ctx, tx, [review])
  await updateReview(tx, review, {
    ...answered(review, reason),
    status: 'rejected',
    until: null,
    ledgerHold: null,
    decidedBy: adminId,
    decidedAt: now,
  })
  await insertNotifications(tx, ctx.clock, [rejectionNotice(review, now)])
  await recordActions(tx, [logged(review, 'reject-redemption', adminId, reason)], ctx.clock.sqlNow())
  return review.userId
}

/**
 * Undoes a decision: the redemption waits again, and Steeze that was given back stays in the balance until signing.
 * Throws REDEMPTION_NOT_FOUND, ADMIN_OWN_CASE, and REVIEW_NOT_OPEN once it was signed, appealed or followed by
 * another.
 */
export async function undoDecision(ctx: Context, { id, adminId, reason }: ByAdmin): Promise<void> {
  const userId = await ctx.db.tx(async (tx) => {
    // The lock keeps them from opening another redemption meanwhile.
    await lockSigning(tx)
    const review = await lockToDecide(tx, id, [adminId])
    const other = await findOpenReviewOf(tx, review.userId)
    if (!isDecided(review.status) || (other && other.id !== id)) throw new AppError('REVIEW_NOT_OPEN')
    const now = await databaseTime(tx, ctx.clock)
    await updateReview(tx, review, {
      ...answered(review, null),
      status: 'waiting',
      above: await limitExceeded(ctx, tx, review, now),
      until: answerDue(ctx, now),
      decidedBy: null,
      decidedAt: null,
    })
    await insertNotifications(tx, ctx.clock, [reopenedNotice(review, now)])
    await recordActions(tx, [logged(review, 'undo-redemption', adminId, reason)], ctx.clock.sqlNow())
    return review.userId
  })
  ctx.live.changed(`user:${userId}`)
}

const answered = ({ appealedAt }: Review, text: string | null) =>
  appealedAt === null ? { answer: text } : { appealAnswer: text }

const logged = (
  { userId, amount }: Review,
  action: 'approve-redemption' | 'reject-redemption' | 'undo-redemption',
  adminId: string,
  reason: string,
) => ({ adminId, action, subjectKind: 'person' as const, subject: userId, reason: `${amount} Steeze: ${reason}` })

/**
 * Locks a waiting review. Throws REDEMPTION_NOT_FOUND, REVIEW_NOT_OPEN unless it waits, ADMIN_OWN_CASE if it
 * concerns one of the admins, and REVIEW_APPEALED unless the admin's text answers an appeal of that moment.
 */
export async function lockWaiting(
  tx: Tx,
  { id, adminIds, isAnswer }: { id: string; adminIds: readonly string[]; isAnswer: (appealedAt: Date) => boolean },
): Promise<Review> {
  const review = await lockToDecide(tx, id, adminIds)
  if (review.status !== 'waiting') throw new AppError('REVIEW_NOT_OPEN')
  if (review.appealedAt !== null && !isAnswer(review.appealedAt)) throw new AppError('REVIEW_APPEALED')
  return review
}

async function lockToDecide(tx: Tx, id: string, adminIds: readonly string[]): Promise<Review> {
  const review = await lockReview(tx, id)
  if (!review) throw new AppError('REDEMPTION_NOT_FOUND')
  await refuseOwn(tx, review, adminIds)
  return review
}

/** Throws ADMIN_OWN_CASE if an account of the admins is the person or gifted them. */
export async function refuseOwn(
  db: Queryable,
  { userId }: Pick<Review, 'userId'>,
  adminIds: readonly string[],
): Promise<void> {
  if (await concerns(db, userId, adminIds)) throw new AppError('ADMIN_OWN_CASE')
}

/** Returns whether an account of these admins is the person or gifted them. */
export async function concerns(db: Queryable, userId: string, adminIds: readonly string[]): Promise<boolean> {
  const accounts = await accountsOf(db, adminIds)
  return accounts.includes(userId) || (await findGiftsFrom(db, { userId, giverIds: accounts })).length > 0
}
