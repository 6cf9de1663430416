import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { listReceipts } from './list-receipts.ts'
import { readReceipt } from './read-receipt.ts'

export function receiptsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/receipts', ({ query, userId }) => listReceipts(ctx, userId, query))
  route(app, ctx, 'GET /api/receipts/:id', ({ params, userId }) => readReceipt(ctx, userId, params.id))
}
