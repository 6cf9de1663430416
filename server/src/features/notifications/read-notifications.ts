import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { updateAllRead, updateRead } from './store.ts'

/** Marks a notification as read. Throws NOTIFICATION_NOT_FOUND. */
export async function readNotification(ctx: Context, userId: string, id: string): Promise<void> {
  if (!(await updateRead(ctx.db, userId, id))) throw new AppError('NOTIFICATION_NOT_FOUND')
  ctx.live.changed(`user:${userId}`)
}

export async function readAllNotifications(ctx: Context, userId: string): Promise<void> {
  await updateAllRead(ctx.db, userId)
  ctx.live.changed(`user:${userId}`)
}
