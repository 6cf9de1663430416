import { recordActions } from '#features/admin-log'
import { endPendingChallenges } from '#features/battles'
import { findLaterAccounts } from '#features/identities'
import { findSuspended, insertSuspension, liftSuspension } from '#features/suspension'
import type { Context } from '#platform/context'

/** The acting admin; null when run from the command line. */
interface Measure {
  userId: string
  reason: string | null
  adminId: string | null
}

const person = (subject: string) => ({ subjectKind: 'person', subject }) as const

/**
 * Suspends a user, who is shown the reason, in every account that continues theirs. Pending challenges end and are
 * refunded; accepted and live battles of gifts continue and settle, those of rounds are called off unless they are decided,
 * and signed redemptions settle. After the commit their
 * sessions can only redeem and export. Returns false if already suspended; the old reason stays.
 */
export async function suspendPerson(
  ctx: Context,
  { userId, reason, adminId }: Measure & { reason: string },
): Promise<boolean> {
  const isNew = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const added = await insertSuspension(tx, { userId, scope: 'account', reason, now })
    const actions = added.map((account) => ({ adminId, action: 'suspend', ...person(account.userId), reason }) as const)
    await recordActions(tx, actions, now)
    return added.length > 0
  })
  // Done even if already suspended, since a crash may have left some challenges.
  const accounts = [userId, ...(await findLaterAccounts(ctx.db, userId))]
  for (const id of await findSuspended(ctx.db, accounts)) {
    await endPendingChallenges(ctx, id)
    ctx.live.changed(`user:${id}`)
  }
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
