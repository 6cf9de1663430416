import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'

import { canWrite } from '../db/write-check-store.ts'
import { sharedReads } from '../shared-reads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /readyz fail from now on, so that a load balancer sends new requests elsewhere. Others are served. */
    leaveBalancer(): void
  }
}

/** Registers the health checks: a writable database. /readyz responds within `readinessMs` in any case. */
export const registerHealth = (app: FastifyInstance, ctx: Context): void => serveHealth(app, readiness(ctx))

/** Serves /healthz (the process runs) and /readyz (it can serve). While it closes, all respond UNAVAILABLE. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  let isStopping = false
  let isLeaving = false
  app.decorate('leaveBalancer', () => {
    isLeaving = true
  })
  app.addHook('preClose', async () => {
    isStopping = true
    closeAnswered(app)
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!isStopping) return
    reply.header('connection', 'close')
    throw new AppError('UNAVAILABLE')
  })
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn', onRequest: app.countRequest.read }, async (_request, reply) => {
    const ok = !isLeaving && (await isReady())
    return reply.status(ok ? 200 : 503).send({ ok })
  })
}

const IDLE_CHECK_MS = 50

/** Closes connections that a proxy keeps open after their last response, for which a closing server would wait. */
function closeAnswered({ server }: FastifyInstance): void {
  if (!server.listening) return
  const closing = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  server.once('close', () => clearInterval(closing))
}

/** Returns a check whose result requests share within `readinessMaxAgeMs`, so that probes don't load the database. */
function readiness(ctx: Context): () => Promise<boolean> {
  const check = sharedReads({ ms: ctx.limits.readinessMaxAgeMs }, () => canWrite(ctx.db))
  return () => Promise.race([check('write'), falseAfter(ctx.limits.readinessMs)])
}

const falseAfter = (ms: number) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
