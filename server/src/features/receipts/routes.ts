import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { listReceipts } from './list-receipts.ts'
import { readReceipt } from './read-receipt.ts'

export function receiptsRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  const sources = features.flatMap(({ receipts }) => receipts ?? [])
  route(app, ctx, 'GET /api/receipts', ({ query, userId }) => listReceipts(ctx, sources, { ...query, userId }))
  route(app, ctx, 'GET /api/receipts/:id', ({ params, userId }) => readReceipt(ctx, sources, { userId, id: params.id }))
}
