import { endPendingChallenges, lockContenders } from '#features/battles/public'
import { insertSuspension, liftSuspension } from '#features/suspension/public'
import type { Context } from '#platform/context'

/**
 * Keeps a person from taking part, for a reason they are told. Nothing of theirs is taken: challenges that wait are
 * ended and their stakes given back, accepted and live battles run on and settle, what was signed for redeeming settles.
 * From the commit on their sessions redeem and take their data with them, and do nothing else. Answers false where they
 * are suspended already; the reason stays.
 */
export async function suspendPerson(ctx: Context, userId: string, reason: string): Promise<boolean> {
  const isNew = await ctx.db.tx(async (tx) => {
    // A challenge that is being made is committed before this, and is ended below, or is refused.
    await lockContenders(tx, [userId])
    return insertSuspension(tx, { userId, reason, now: ctx.clock.sqlNow() })
  })
  // Also where they were suspended before: a crash in between may have left some.
  await endPendingChallenges(ctx, userId)
  ctx.live.changed(`user:${userId}`)
  return isNew
}

/** Lets a person take part again. Answers false where nothing kept them from it. */
export async function liftPersonsSuspension(ctx: Context, userId: string): Promise<boolean> {
  const wasSuspended = await ctx.db.tx((tx) => liftSuspension(tx, userId, ctx.clock.sqlNow()))
  ctx.live.changed(`user:${userId}`)
  return wasSuspended
}
