import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { within } from '../within.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes closing wait for a handler. Routes are wrapped already; a not-found handler is no route. */
    awaitedOnClose<Handler extends RouteHandlerMethod>(handler: Handler): Handler
  }
}

/** How long closing waits for handlers. */
const WAIT_MS = 5_000

/**
 * Makes closing wait for handlers that still run, for five seconds at most. The server itself waits for its connections
 * only: where a client hung up, its handler would meet a database that is closed.
 */
export function finishHandlers(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()

  function awaited<Handler extends RouteHandlerMethod>(handler: Handler): Handler {
    return function (this: FastifyInstance, request, reply) {
      const result: unknown = handler.call(this, request, reply)
      if (result instanceof Promise) {
        running.add(result)
        const forget = () => running.delete(result)
        result.then(forget, forget)
      }
      return result
    } as Handler
  }

  app.decorate('awaitedOnClose', awaited)
  app.addHook('onRoute', (route) => {
    route.handler = awaited(route.handler)
  })
  app.addHook('onClose', async () => {
    await within(WAIT_MS, Promise.allSettled(running))
  })
}
