import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { hasBetaAccess } from './beta-access.ts'

export function whitelistRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/beta-access/:walletAddress', async ({ params }) => ({
    hasAccess: await hasBetaAccess(ctx, ctx.db, params.walletAddress),
  }))
}
