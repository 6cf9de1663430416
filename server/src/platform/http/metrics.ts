import { timingSafeEqual } from 'node:crypto'
import client from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Settings } from '../settings.ts'

/** Buckets in seconds: from a cached response to one that users give up on. */
const BUCKETS_S = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: client.Registry
  }
}

/** All apps of a process share these, because their timers and observers can't be stopped. */
let processMetrics: client.Registry | undefined

function metricsOfProcess(): client.Registry {
  if (processMetrics) return processMetrics
  processMetrics = new client.Registry()
  client.collectDefaultMetrics({
    register: processMetrics,
    // The defaults, 10 and 100 ms, wake an idle server 110 times a second: two fifths of what it costs.
    eventLoopMonitoringPrecision: 50,
    eventLoopUtilizationTimeout: 1_000,
  })
  return processMetrics
}

export function registerMetrics(app: FastifyInstance, ctx: { settings: Pick<Settings, 'metricsToken'> }): void {
  // Each app has a registry, so that two in one process don't add up.
  const register = new client.Registry()
  app.decorate('metrics', register)
  const ofProcess = metricsOfProcess()
  const durations = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration by route and outcome',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [register],
  })
  // Cached: looking up a series by its labels costs more than counting.
  const series = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      // All unknown addresses share a series, since clients can invent them.
      route: request.routeOptions.url ?? 'unknown',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    const key = `${labels.method} ${labels.route} ${labels.status}`
    let mine = series.get(key)
    if (!mine) {
      mine = durations.labels(labels)
      series.set(key, mine)
    }
    mine.observe(reply.elapsedTime / 1_000)
    done()
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    // The client is a program, so it gets a 404 instead of the web app's page.
    if (!mayReadMetrics(request, ctx.settings.metricsToken)) throw new AppError('NOT_FOUND')
    const all = client.Registry.merge([ofProcess, register])
    return reply.type(all.contentType).send(await all.metrics())
  })
}

export function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return true
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
