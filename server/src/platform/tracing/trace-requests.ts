import { LIVE_STREAM } from '@aura/api/contract/live'
import type { FastifyInstance } from 'fastify'
import type { OpenSpan, Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

/** Traces requests as spans named by route, without address, query and headers; no live streams. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    // All unknown addresses share a name, since clients can invent them.
    const route = request.routeOptions.url ?? 'unknown'
    if (route === LIVE_STREAM.path) return done()
    request.span = tracing.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
    request.span.run(done)
  })
  // Reading the body leaves the context that `run` entered.
  app.addHook('preValidation', (request, _reply, done) => (request.span ? request.span.run(done) : done()))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span } = request
    span?.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span?.fail({ code: String(statusCode) })
    span?.end()
    done()
  })
}
