import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { steezeBalance } from './steeze-balance.ts'

export function steezeRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/steeze/balance', ({ userId }) => steezeBalance(ctx, userId))
}
