import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { listKeys } from './list-keys.ts'
import { listTransfers } from './list-transfers.ts'
import { isContract } from './recipient.ts'

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/account/keys', ({ userId }) => listKeys(ctx, userId))

  route(app, ctx, 'GET /api/account/recipient', async ({ query: { address } }) => ({
    isContract: await isContract(ctx, address),
  }))

  route(app, ctx, 'GET /api/account/transfers', ({ userId, query }) =>
    listTransfers(ctx, { userId, before: query.before }),
  )
}
