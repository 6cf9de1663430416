import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** /healthz: the process runs. /readyz: it can serve. While the server stops, Fastify answers 503 to everything. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const isReady = await answers(ctx)
    return reply.status(isReady ? 200 : 503).send({ ok: isReady })
  })
}

const answers = (ctx: Context): Promise<boolean> =>
  ctx.db.query('select 1').then(
    () => true,
    () => false,
  )
