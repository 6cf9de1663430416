import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { listKeys } from './list-keys.ts'

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/account/keys', ({ userId }) => listKeys(ctx, userId))
}
