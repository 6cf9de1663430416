import type { Context } from '#platform/context'
import type { LiveSource } from '#platform/live/source'
import { listNotifications } from './list-notifications.ts'

export const notificationsLive = (ctx: Context): LiveSource => ({
  kind: 'user',
  access: 'self',
  read: async (userId) => ({ '/api/notifications': await listNotifications(ctx, userId) }),
})
