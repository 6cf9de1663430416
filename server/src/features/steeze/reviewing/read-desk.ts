import type { Neighbour, ReviewedRedemption } from '@aura/api/calls/moderation/redemption-desk'
import { recordActions } from '#features/admin-log'
import { findGiftsFrom } from '#features/battles'
import { findNeighbours } from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { refuseOwn } from './answer-review.ts'
import { presentReview } from './own-review.ts'
import { needsSecond } from './review.rules.ts'
import { DAY_MS } from './review-cause.ts'
import { type DeskReview, findReview, listDecidedReviews, listWaitingReviews, sumSignedFor } from './review-store.ts'

/** Returns at most 50 of each: waiting redemptions, and those decided within the lifetime of approvals. */
export async function readDesk(
  ctx: Context,
): Promise<{ waiting: ReviewedRedemption[]; decided: ReviewedRedemption[] }> {
  const now = await databaseTime(ctx.db, ctx.clock)
  const since = new Date(now.getTime() - ctx.limits.reviewApprovedMs)
  const [waiting, decided] = await Promise.all([listWaitingReviews(ctx.db), listDecidedReviews(ctx.db, since)])
  return { waiting: waiting.map(present), decided: decided.map(present) }
}

const present = ({ username, profileImageUrl, ...review }: DeskReview): ReviewedRedemption => ({
  ...presentReview(review),
  person: { id: review.userId, username, profileImageUrl },
  decidedAt: review.decidedAt?.toISOString() ?? null,
  needsSecond: needsSecond(review),
})

/**
 * Returns the traces that accounts around the person share with theirs; the admin log stores who read them. Throws
 * REDEMPTION_NOT_FOUND and ADMIN_OWN_CASE.
 */
export async function readNeighbourhood(
  ctx: Context,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ redeemed: number; neighbours: Neighbour[] }> {
  const review = await findReview(ctx.db, id)
  if (!review) throw new AppError('REDEMPTION_NOT_FOUND')
  const { userId, openedAt } = review
  await refuseOwn(ctx.db, review, [adminId])
  const read = { adminId, action: 'read-redemption' as const, subjectKind: 'person' as const, subject: userId }
  await ctx.db.tx((tx) => recordActions(tx, [read], ctx.clock.sqlNow()))
  const now = await databaseTime(ctx.db, ctx.clock)
  const found = await findNeighbours(ctx.db, userId)
  const gifts = await findGiftsFrom(ctx.db, { userId, giverIds: found.map((each) => each.id) })
  const gifted = new Map(gifts.map(({ giverId, amount }) => [giverId, amount]))
  return {
    redeemed: await sumSignedFor(ctx.db, { userId, after: new Date(openedAt.getTime() - DAY_MS), upTo: now }),
    neighbours: found.map(({ score, reasons, isRelated, clearedReason, ...person }) => ({
      ...{ person, score, reasons, isRelated, clearedReason },
      gifted: gifted.get(person.id) ?? 0,
    })),
  }
}
