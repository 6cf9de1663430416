import type { AdminActionName } from '@aura/api/calls/admin-log'
import { recordActions } from '#features/admin-log'
import { findPair, lockRevision, RELATED_AT, raiseRevision, updateCleared } from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'

interface Judged {
  userId: string
  otherId: string
  adminId: string
  reason: string
}

/**
 * Removes a relation's effects permanently: new traces don't bring them back. Changes nothing if that was done already.
 * Throws RELATION_NOT_FOUND and ADMIN_OWN_CASE.
 */
export const clearRelation = (ctx: Context, by: Judged): Promise<void> => judge(ctx, by, 'clear-relation')

/** Lets the score decide again. Throws the errors of `clearRelation`. */
export const restoreRelation = (ctx: Context, by: Judged): Promise<void> => judge(ctx, by, 'restore-relation')

async function judge(
  ctx: Context,
  { userId, otherId, adminId, reason }: Judged,
  action: AdminActionName & `${string}-relation`,
): Promise<void> {
  const cleared = action === 'clear-relation' ? reason : null
  await ctx.db.tx(async (tx) => {
    await lockRevision(tx)
    const pair = await findPair(tx, userId, otherId)
    if (!pair) throw new AppError('RELATION_NOT_FOUND')
    if ((pair.clearedAt === null) === (cleared === null)) return
    const hasEffects = pair.score >= RELATED_AT
    const isRelated = hasEffects && cleared === null
    await updateCleared(tx, { userId, otherId, reason: cleared, isRelated }, ctx.clock.sqlNow())
    const done = [userId, otherId].map((subject) => ({
      adminId,
      action,
      subjectKind: 'person' as const,
      subject,
      reason,
    }))
    await recordActions(tx, done, ctx.clock.sqlNow())
    if (hasEffects) await raiseRevision(tx)
  })
}
