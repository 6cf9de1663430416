import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import type { Context } from '#platform/context'
import { Pending, route } from '#platform/http/route'
import { relayMetrics } from './relay-metrics.ts'
import { isOwnMoney, relayedPayment, relayPayment } from './relay-payment.ts'

export function relayRoutes(app: FastifyInstance, ctx: Context): void {
  const { accountFactory } = ctx.settings

  route(app, ctx, 'GET /api/relay', async () => ({
    isOn: Boolean(ctx.relay && ctx.chain.contracts),
    accountFactory: accountFactory && getAddress(accountFactory),
  }))

  const counted = relayMetrics(app.metrics)
  route(app, ctx, 'POST /api/relay', async ({ body, userId, session }) => {
    if (session.restriction !== null && !isOwnMoney(body)) {
      throw await app.accessRules.refusal(userId, session.restriction)
    }
    return new Pending(await counted(relayPayment(ctx, { userId, payment: body })))
  })

  route(app, ctx, 'GET /api/relay/:id', ({ params, userId }) => relayedPayment(ctx, userId, params.id))
}
