import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { sideOf } from './battle.rules.ts'
import { findPendingOf } from './store.ts'
import { takeStepFor } from './take-step.ts'

/**
 * Ends every challenge of a person who may not take part any more, sent or received: what was staked goes back. For
 * after the commit that keeps them from it: until then they might make new ones. Doing it again does no harm.
 */
export async function endPendingChallenges(ctx: Context, userId: string): Promise<void> {
  for (const battle of await findPendingOf(ctx.db, userId)) {
    const step = sideOf(battle, userId) === 'challenger' ? 'withdraw' : 'reject'
    try {
      await takeStepFor(ctx, { battleId: battle.id, userId, step })
    } catch (error) {
      // Somebody else ended it, or its time has come: then its stake goes back by that.
      if (!(error instanceof AppError)) throw error
    }
  }
}
