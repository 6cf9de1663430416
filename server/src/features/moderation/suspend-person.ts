import { recordActions } from '#features/admin-log'
import { endPendingChallenges } from '#features/battles'
import { insertSuspension, liftSuspension } from '#features/suspension'
import type { Context } from '#platform/context'

/** Who does something to somebody, and why. `adminId` is null from a shell. */
interface Measure {
  userId: string
  reason: string | null
  adminId: string | null
}

const person = (subject: string) => ({ subjectKind: 'person', subject }) as const

/**
 * Keeps a person from taking part, for a reason they are told. Nothing of theirs is taken: challenges that wait are
 * ended and their stakes given back, accepted and live battles run on and settle, what was signed for redeeming settles.
 * From the commit on their sessions redeem and take their data with them, and do nothing else. Answers false where they
 * are suspended already; the reason stays.
 */
export async function suspendPerson(
  ctx: Context,
  { userId, reason, adminId }: Measure & { reason: string },
): Promise<boolean> {
  const isNew = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isAdded = await insertSuspension(tx, { userId, reason, now })
    if (isAdded) await recordActions(tx, [{ adminId, action: 'suspend', ...person(userId), reason }], now)
    return isAdded
  })
  // Also where they were suspended before: a crash in between may have left some.
  await endPendingChallenges(ctx, userId)
  ctx.live.changed(`user:${userId}`)
  return isNew
}

/** Lets a person take part again. Answers false where nothing kept them from it. */
export async function liftPersonsSuspension(ctx: Context, { userId, reason, adminId }: Measure): Promise<boolean> {
  const wasSuspended = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isLifted = await liftSuspension(tx, userId, now)
    if (isLifted) await recordActions(tx, [{ adminId, action: 'lift', ...person(userId), reason }], now)
    return isLifted
  })
  ctx.live.changed(`user:${userId}`)
  return wasSuspended
}
