import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { within } from '../within.ts'

declare module 'fastify' {
  interface FastifyInstance {
    awaitedOnClose<Handler extends RouteHandlerMethod>(handler: Handler): Handler
  }
}

const WAIT_MS = 5_000

/** Makes closing wait up to five seconds for running handlers; Fastify alone waits for connections only. */
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
