import { recordActions } from '#features/admin-log'
import { publishStreams } from '#features/battles'
import { insertNotifications } from '#features/notifications'
import { insertSuspension, liftSuspension } from '#features/suspension'
import type { Context } from '#platform/context'

interface Measure {
  userId: string
  reason: string
  adminId: string
}

/**
 * Hides a user's streams in all battles, also those they set later and those of every account that continues theirs,
 * and tells them why. Does nothing if they are hidden already: the old reason stays. Throws ADMIN_OWN_CASE.
 */
export async function hideStreams(ctx: Context, { userId, reason, adminId }: Measure): Promise<void> {
  const hidden = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const added = await insertSuspension(tx, { userId, scope: 'streams', reason, now })
    const action = { adminId, action: 'hide-streams', subjectKind: 'person', reason } as const
    await recordActions(
      tx,
      added.map((account) => ({ ...action, subject: account.userId })),
      now,
    )
    await insertNotifications(
      tx,
      ctx.clock,
      added.map((account) => ({
        userId: account.userId,
        type: 'other',
        relatedId: null,
        key: `streams-hidden/${account.id}`,
        title: 'Your streams were hidden',
        message: `Your battles show no stream of yours for now. An admin’s reason: ${reason}`,
      })),
    )
    return added.map((account) => account.userId)
  })
  for (const id of hidden) {
    ctx.live.changed(`user:${id}`)
    await publishStreams(ctx, id)
  }
}

/** Shows a user's streams again. Does nothing if they are shown. Throws ADMIN_OWN_CASE. */
export async function showStreams(ctx: Context, { userId, reason, adminId }: Measure): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isLifted = await liftSuspension(tx, { userId, scope: 'streams', now })
    const action = { adminId, action: 'show-streams', subjectKind: 'person', subject: userId, reason } as const
    if (isLifted) await recordActions(tx, [action], now)
  })
  ctx.live.changed(`user:${userId}`)
  await publishStreams(ctx, userId)
}
