import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { takeStepFor } from './apply-transition.ts'
import { sideOf } from './battle.rules.ts'
import { findPendingOf, lockContenders } from './store.ts'

/**
 * Ends every challenge of a person who may not take part any more, sent or received, and returns the stakes. Call it
 * after the commit that keeps them from taking part. Safe to repeat.
 */
export async function endPendingChallenges(ctx: Context, userId: string): Promise<void> {
  const pending = await ctx.db.tx(async (tx) => {
    // A challenge that is being made commits first and is found here, or starts later and is refused.
    await lockContenders(tx, [userId])
    return findPendingOf(tx, userId)
  })
  for (const battle of pending) {
    const step = sideOf(battle, userId) === 'challenger' ? 'withdraw' : 'reject'
    try {
      await takeStepFor(ctx, { battleId: battle.id, userId, step })
    } catch (error) {
      // Somebody else ended it, or its time has come: then its stake goes back by that.
      if (!(error instanceof AppError)) throw error
    }
  }
}
