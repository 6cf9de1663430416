import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** /healthz: the process runs. /readyz: it can serve, and is not stopping. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const isReady = !isStopping && (await answers(ctx))
    return reply.status(isReady ? 200 : 503).send({ ok: isReady })
  })
}

const answers = (ctx: Context): Promise<boolean> =>
  ctx.db.query('select 1').then(
    () => true,
    () => false,
  )
