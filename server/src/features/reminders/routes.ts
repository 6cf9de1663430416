import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { findHours, updateChosenHour } from './store.ts'

export function remindersRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/reminders/hours', ({ userId }) => findHours(ctx.db, userId))

  route(app, ctx, 'PUT /api/reminders/hours', async ({ userId, body }) => {
    await updateChosenHour(ctx.db, userId, body.chosenHour)
    return findHours(ctx.db, userId)
  })
}
