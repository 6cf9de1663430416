import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { liveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { notificationsReader } from './list-notifications.ts'

export function notificationsLive(ctx: Context, features: readonly Feature[]): LiveSource {
  const read = notificationsReader(ctx, features)
  return {
    kind: 'user',
    access: 'self',
    read: async (userId) => [liveAnswer('GET /api/notifications', {}, await read(userId))],
  }
}
