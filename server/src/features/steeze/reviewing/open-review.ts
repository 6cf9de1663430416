import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { utcMinute } from '#platform/utc-text'
import { deskNotice } from '../notices.rules.ts'
import { findAdmins } from '../notify-admins.ts'
import type { ReviewCause } from './review.rules.ts'
import { findReview, insertReview, type Review } from './review-store.ts'

interface NewReview extends Pick<Review, 'id' | 'userId' | 'amount' | 'requestKey'> {
  cause: ReviewCause
  now: Date
}

/** Opens a review and tells the admins. The caller holds the Steeze, under the review's id. */
export async function openReview(ctx: Context, tx: Tx, { cause, now, ...named }: NewReview): Promise<Review> {
  const until = answerDue(ctx, now)
  await insertReview(tx, { ...named, ...cause, openedAt: now, until })
  await notifyDesk(ctx, tx, named, until)
  const review = await findReview(tx, named.id)
  if (!review) throw new AppError('REDEMPTION_NOT_FOUND')
  return review
}

export const answerDue = ({ limits }: Context, now: Date): Date => new Date(now.getTime() + limits.reviewMs)

/** Tells every admin except the person concerned. */
export async function notifyDesk(
  ctx: Context,
  tx: Tx,
  review: Pick<Review, 'id' | 'userId' | 'amount'>,
  until: Date,
): Promise<void> {
  const admins = await findAdmins(ctx, tx)
  admins.delete(review.userId)
  const notices = [...admins].map((adminId) => deskNotice(review, { adminId, until, by: utcMinute(until) }))
  await insertNotifications(tx, ctx.clock, notices)
}
