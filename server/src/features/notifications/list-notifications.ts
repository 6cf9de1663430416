import type { Notification } from '@aura/api/calls/notifications'
import { RULES } from '@aura/api/rules'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { pushedPath } from './push.rules.ts'
import { findNewest } from './store.ts'

/** Returns a person's newest notifications, newest first. Older ones are history: the badge says 99+ anyway. */
export async function listNotifications(ctx: Context, userId: string): Promise<Notification[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findNewest(ctx.db, { userId, count: RULES.notificationsListed, at })
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    path: pushedPath(row.type, row.relatedId),
  }))
}
