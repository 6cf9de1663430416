import client from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { SecurityEvent } from './security-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    countSecurityEvent: (kind: SecurityEvent) => void
  }
}

/** Counts the requests logged as security events. */
export function registerSecurityMetrics(app: FastifyInstance): void {
  const events = new client.Counter({
    name: 'security_events_total',
    help: "Requests that changed people's access, or were refused it, by kind; the log has each",
    labelNames: ['kind'],
    registers: [app.metrics],
  })
  app.decorate('countSecurityEvent', (kind) => events.inc({ kind }))
}
