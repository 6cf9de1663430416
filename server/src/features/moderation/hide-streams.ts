import { recordActions } from '#features/admin-log'
import { publishStreams } from '#features/battles'
import { insertNotifications } from '#features/notifications'
import { insertSuspension, liftSuspension } from '#features/suspension'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'

interface Measure {
  userId: string
  reason: string
  adminId: string
}

/**
 * Hides a user's streams in all battles, also those they set later, and tells them why. Does nothing if they are hidden
 * already: the old reason stays. Throws ADMIN_OWN_CASE.
 */
export async function hideStreams(ctx: Context, { userId, reason, adminId }: Measure): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const isNew = await insertSuspension(tx, { userId, scope: 'streams', reason, now })
    if (!isNew) return
    const action = { adminId, action: 'hide-streams', subjectKind: 'person', subject: userId, reason } as const
    await recordActions(tx, [action], now)
    await insertNotifications(tx, ctx.clock, [
      {
        userId,
        type: 'other',
        relatedId: null,
        key: `streams-hidden/${(await databaseTime(tx, ctx.clock)).getTime()}`,
        title: 'Your streams were hidden',
        message: `Your battles show no stream of yours for now. An admin’s reason: ${reason}`,
      },
    ])
  })
  ctx.live.changed(`user:${userId}`)
  await publishStreams(ctx, userId)
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
