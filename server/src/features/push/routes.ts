import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { securityLogOf } from '#platform/http/security/security-log'
import { sessionHash } from '#platform/session/session'
import { addSubscription } from './add-subscription.ts'
import { pushAddress } from './push-address.ts'
import { replaceSubscription } from './replace-subscription.ts'
import { deleteSubscription, hasSubscription } from './store.ts'

/** Registers subscriptions, which belong to a session and end with it. */
export function pushRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/notifications/push', async ({ userId, query }) => ({
    isOn: await hasSubscription(ctx.db, userId, query.endpoint),
  }))

  route(app, ctx, 'POST /api/notifications/push', async ({ userId, body, request }) => {
    if (!ctx.push) throw new AppError('PUSH_OFF')
    if (pushAddress(body.endpoint) === null) throw new AppError('PUSH_SERVICE_UNKNOWN')
    const hash = sessionHash(ctx, request)
    if (hash === undefined) throw new AppError('UNAUTHORIZED')
    const browser = { userId, sessionHash: hash, target: { endpoint: body.endpoint, ...body.keys } }
    if (body.replaces !== undefined) await replaceSubscription(ctx, body.replaces, browser)
    else if (!(await addSubscription(ctx, browser))) return { ok: true as const }
    securityLogOf(ctx, request)('push-added', { userId })
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/notifications/push', async ({ userId, query }) => {
    await deleteSubscription(ctx.db, userId, query.endpoint)
    return { ok: true as const }
  })
}
