import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { endFriendStreak, keepFriendStreak } from './keep-friend-streak.ts'
import { listFriendStreaks } from './list-friend-streaks.ts'

export function friendStreaksRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/friend-streaks', ({ userId }) => listFriendStreaks(ctx, userId))

  route(app, ctx, 'PUT /api/friend-streaks/:id', async ({ userId, params }) => {
    await keepFriendStreak(ctx, { userId, otherId: params.id })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/friend-streaks/:id', async ({ userId, params }) => {
    await endFriendStreak(ctx, { userId, otherId: params.id })
    return { ok: true as const }
  })
}
