import { insertNotifications } from '#features/notifications'
import { findAdminIds } from '#features/profile'
import { findWalletUser } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'

/** Returns admins by role and by `ADMIN_WALLETS`, each once. */
export async function findAdmins({ settings }: Pick<Context, 'settings'>, db: Queryable): Promise<Set<string>> {
  const admins = new Set(await findAdminIds(db))
  for (const wallet of settings.adminWallets) {
    const adminId = await findWalletUser(db, wallet)
    if (adminId !== undefined) admins.add(adminId)
  }
  return admins
}

/** Notifies all admins at most once a day per `key`. */
export async function notifyAdmins(ctx: Context, { message, key }: { message: string; key: string }): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const admins = [...(await findAdmins(ctx, ctx.db))]
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
