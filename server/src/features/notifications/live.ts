import type { Context } from '#platform/context'
import { liveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { listNotifications } from './list-notifications.ts'

export const notificationsLive = (ctx: Context): LiveSource => ({
  kind: 'user',
  access: 'self',
  read: async (userId) => [liveAnswer('GET /api/notifications', {}, await listNotifications(ctx, userId))],
})
