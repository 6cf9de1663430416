import { findGiftsFrom } from '#features/battles'
import { findRelatedTo } from '#features/related-accounts'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { causeOf, type ReviewCause } from './review.rules.ts'
import { type Review, sumSignedFor } from './review-store.ts'

export const DAY_MS = 86_400_000

/** Returns why an admin has to approve this redemption first, or null. Lock signing before. */
export async function reviewCause(
  { settings }: Pick<Context, 'settings'>,
  tx: Tx,
  { userId, amount, now }: { userId: string; amount: number; now: Date },
): Promise<ReviewCause | null> {
  const redeemed = await sumSignedFor(tx, { userId, after: new Date(now.getTime() - DAY_MS), upTo: now })
  const related = await findRelatedTo(tx, userId)
  const gifts = related.length === 0 ? [] : await findGiftsFrom(tx, { userId, giverIds: related })
  return causeOf({ amount, redeemed, hasRelatedGiver: gifts.length > 0 }, settings.redeemReviewAbove)
}

/**
 * Returns the limit that a review exceeds when it waits again, since others may have been redeemed after it was opened.
 * A limit exceeded before stays so. Lock signing before.
 */
export async function limitExceeded(
  ctx: Pick<Context, 'settings'>,
  tx: Tx,
  { above, userId, amount }: Pick<Review, 'above' | 'userId' | 'amount'>,
  now: Date,
): Promise<number | null> {
  return above ?? (await reviewCause(ctx, tx, { userId, amount, now }))?.above ?? null
}
