import { insertNotifications } from '#features/notifications'
import type { Context } from '#platform/context'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { overdueNotice } from '../notices.rules.ts'
import { returnHolds } from './return-hold.ts'
import { lockDueReviews, updateReview } from './review-store.ts'

/** Gives back the Steeze of redemptions that were not decided in time, or approved and not withdrawn in time. */
export const reviewsDue = (ctx: Context): ScheduledJob => ({
  async runBatch() {
    const due = await ctx.db.tx(async (tx) => {
      const reviews = await lockDueReviews(tx, ctx.clock.sqlNow())
      await returnHolds(ctx, tx, reviews)
      for (const review of reviews) {
        const status = review.status === 'approved' ? 'unused' : 'unanswered'
        await updateReview(tx, review, { status, until: null, ledgerHold: null })
      }
      await insertNotifications(tx, ctx.clock, reviews.map(overdueNotice))
      return reviews
    })
    for (const { userId } of due) ctx.live.changed(`user:${userId}`)
    return due.length > 0
  },
  msUntilNextRun: async () => null,
  maxSleepMs: UNHURRIED_MS,
})
