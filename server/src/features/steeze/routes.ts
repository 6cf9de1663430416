import type { FastifyInstance } from 'fastify'
import { balancesOf } from '#features/ledger/public'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'

export function steezeRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/steeze/balance', async ({ userId }) => {
    const balances = await balancesOf(ctx.db, userId)
    return { battleEarnedSteeze: balances.steeze_earned, purchasedSteeze: balances.steeze_purchased }
  })
}
