import { insertNotifications } from '#features/notifications'
import { findAdminIds } from '#features/profile'
import type { Context } from '#platform/context'

/** At most once a day per `key`. */
export async function notifyAdmins(ctx: Context, { message, key }: { message: string; key: string }): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const admins = await findAdminIds(ctx.db)
  await ctx.db.tx((tx) =>
    insertNotifications(
      tx,
      ctx.clock,
      admins.map((userId) => ({
        userId,
        type: 'other',
        title: 'Redeeming has stopped',
        message,
        relatedId: null,
        key: `${key}/${day}`,
      })),
    ),
  )
  for (const userId of admins) ctx.live.changed(`user:${userId}`)
}
