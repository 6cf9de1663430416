import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { readChain } from './read-chain.ts'

export function walletsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'POST /api/chain/read', ({ body, userId }) => readChain(ctx, { userId, asked: body }))
}
