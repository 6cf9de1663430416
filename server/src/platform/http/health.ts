import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fastifyMetrics from 'fastify-metrics'
import type { Context } from '../context.ts'

/** /healthz: the process runs. /readyz: it can serve, and is not stopping. /metrics: figures for Prometheus. */
export async function registerHealth(app: FastifyInstance, ctx: Context): Promise<void> {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const isReady = !isStopping && (await answers(ctx))
    return reply.status(isReady ? 200 : 503).send({ ok: isReady })
  })
  await app.register(fastifyMetrics.default, {
    endpoint: null,
    // Every built app counts for itself; the process-wide registry would refuse a second one.
    clearRegisterOnInit: true,
    routeMetrics: { registeredRoutesOnly: true, groupStatusCodes: true },
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const { metricsToken } = ctx.settings
    if (metricsToken !== null && !isBearer(request.headers.authorization, metricsToken)) return reply.callNotFound()
    const { register } = app.metrics.client
    return reply.type(register.contentType).send(await register.metrics())
  })
}

const answers = (ctx: Context): Promise<boolean> =>
  ctx.db.query('select 1').then(
    () => true,
    () => false,
  )

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
