import type { Notification } from '@aura/api/notifications'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { pushedPath } from './push.rules.ts'
import { findNewest } from './store.ts'

/** Older ones are history: nobody scrolls there, and the badge says 99+ anyway. */
const MOST = 100

/** A person's newest notifications, newest first. */
export async function listNotifications(ctx: Context, userId: string): Promise<Notification[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findNewest(ctx.db, { userId, count: MOST, at })
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    path: pushedPath(row.type, row.relatedId),
  }))
}
