import type { Notification } from '@aura/api/calls/notifications'
import { NOTIFICATION_RULES } from '@aura/api/rules/notifications'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { notificationPath } from './notification-path.ts'
import { findNewest } from './store.ts'

/**
 * Returns a function that reads notifications, security notices on top, then newest first. Drops older ones except
 * security notices, since the badge says 99+ anyway.
 */
export function notificationsReader(
  ctx: Context,
  features: readonly Feature[],
): (userId: string) => Promise<Notification[]> {
  const pathOf = notificationPath(features)
  return async (userId) => {
    const at = await databaseTime(ctx.db, ctx.clock)
    const onTopMs = NOTIFICATION_RULES.securityOnTopDays * 86_400_000
    const rows = await findNewest(ctx.db, { userId, count: NOTIFICATION_RULES.listed, at, onTopMs })
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      path: pathOf(row.type, row.relatedId),
    }))
  }
}
