import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { notificationsReader } from './list-notifications.ts'
import { notificationPreferences, setNotificationPreference } from './preferences.ts'
import { readAllNotifications, readNotification } from './read-notifications.ts'

export function notificationsRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  const list = notificationsReader(ctx, features)

  route(app, ctx, 'GET /api/notifications', ({ userId }) => list(userId))

  route(app, ctx, 'GET /api/notifications/preferences', ({ userId }) => notificationPreferences(ctx, userId))

  route(app, ctx, 'POST /api/notifications/preferences', ({ userId, body }) =>
    setNotificationPreference(ctx, userId, body),
  )

  route(app, ctx, 'POST /api/notifications/:id/read', async ({ params, userId }) => {
    await readNotification(ctx, userId, params.id)
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/notifications/read-all', async ({ userId }) => {
    await readAllNotifications(ctx, userId)
    return { ok: true as const }
  })
}
