import { recordActions } from '#features/admin-log'
import { endPendingChallenges } from '#features/battles'
import { insertSuspension, liftSuspension } from '#features/suspension'
import type { Context } from '#platform/context'

/** The acting admin; null when run from the command line. */
interface Measure {
  userId: string
  reason: string | null
  adminId: string | null
}

const person = (subject: string) => ({ subjectKind: 'person', subject }) as const

/**
 * Suspends a user, who is shown the reason. Pending challenges end and are refunded; accepted and live battles continue
 * and settle, and so do signed redemptions. After the commit their sessions can only redeem and export. Returns false
 * if already suspended; the old reason stays.
 */
export async function suspendPerson(
  ctx: Context,
  { userId, reason, adminId }: Measure & { reason: string },
): Promise<boolean> {
  const isNew = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isAdded = await insertSuspension(tx, { userId, scope: 'account', reason, now })
    if (isAdded) await recordActions(tx, [{ adminId, action: 'suspend', ...person(userId), reason }], now)
    return isAdded
  })
  // Done even if already suspended, since a crash may have left some challenges.
  await endPendingChallenges(ctx, userId)
  ctx.live.changed(`user:${userId}`)
  return isNew
}

/** Lifts a suspension. Returns false if there was none. */
export async function liftPersonsSuspension(ctx: Context, { userId, reason, adminId }: Measure): Promise<boolean> {
  const wasSuspended = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isLifted = await liftSuspension(tx, { userId, scope: 'account', now })
    if (isLifted) await recordActions(tx, [{ adminId, action: 'lift', ...person(userId), reason }], now)
    return isLifted
  })
  ctx.live.changed(`user:${userId}`)
  return wasSuspended
}
