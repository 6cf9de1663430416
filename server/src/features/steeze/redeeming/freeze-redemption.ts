import { recordActions } from '#features/admin-log'
import { findSuspension, insertSuspension, liftSuspension } from '#features/suspension'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { lockSigning } from './redemption-store.ts'

/**
 * Freezes a user's redemptions, in every account that continues theirs, with a reason they see; signatures stay valid.
 * Returns false if already frozen.
 */
export async function freezeRedemption(
  ctx: Context,
  userId: string,
  reason: string,
  adminId: string | null = null,
): Promise<boolean> {
  return ctx.db.tx(async (tx) => {
    // After the commit no withdrawal is signed for them.
    await lockSigning(tx)
    const now = ctx.clock.sqlNow()
    const added = await insertSuspension(tx, { userId, scope: 'redeeming', reason, now })
    const action = { adminId, action: 'freeze-redemption', reason } as const
    await recordActions(
      tx,
      added.map((account) => ({ ...action, ...person(account.userId) })),
      now,
    )
    return added.length > 0
  })
}

interface Unfrozen {
  adminId?: string | null
  reason?: string | null
  /** Leaves a freeze that began later. */
  begunBy?: Date | null
}

/** Ends a freeze. Returns false if there was none. */
export const unfreezeRedemption = (ctx: Context, userId: string, by: Unfrozen = {}): Promise<boolean> =>
  ctx.db.tx((tx) => unfreezeRedemptionIn(ctx, tx, userId, by))

/** Does the same as `unfreezeRedemption` in a transaction of the caller. */
export async function unfreezeRedemptionIn(
  ctx: Context,
  tx: Tx,
  userId: string,
  { adminId = null, reason = null, begunBy = null }: Unfrozen,
): Promise<boolean> {
  const now = ctx.clock.sqlNow()
  const wasFrozen = await liftSuspension(tx, { userId, scope: 'redeeming', now, begunBy })
  if (wasFrozen) await recordActions(tx, [{ adminId, action: 'unfreeze-redemption', ...person(userId), reason }], now)
  return wasFrozen
}

const person = (subject: string) => ({ subjectKind: 'person', subject }) as const

/** Throws REDEMPTION_FROZEN, with the reason, if the user is frozen. */
export async function refuseFrozen(db: Queryable, userId: string): Promise<void> {
  const freeze = await findSuspension(db, userId, 'redeeming')
  if (!freeze) return
  throw new AppError('REDEMPTION_FROZEN', {
    message: `Redeeming is frozen for your account: ${freeze.reason}`,
    data: { reason: freeze.reason, at: freeze.suspendedAt.toISOString() },
  })
}
