import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { changeUsername, isUsernameAvailable } from './change-username.ts'

export function profileRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'POST /api/auth/update-profile', async ({ body, userId }) => {
    await changeUsername(ctx, userId, body.username)
    return { username: body.username }
  })

  route(app, ctx, 'GET /api/check-username', async ({ query }) => ({
    available: await isUsernameAvailable(ctx, query.username, query.excludeUserId),
  }))
}
