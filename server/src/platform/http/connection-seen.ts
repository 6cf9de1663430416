import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { mayReadMetrics } from './metrics.ts'

/** How the server sees a request, for operators. */
export interface ConnectionSeen {
  /** Address of the client, for rate limits. */
  address: string
  /** The other end of the connection: the nearest proxy. */
  peer: string
  forwardedFor: string | null
  host: string
}

/** Serves `GET /connection` to the token of `/metrics`. `npm run doctor` checks with it what the proxy passes on. */
export function registerConnectionSeen(app: FastifyInstance, ctx: Context): void {
  app.get('/connection', { logLevel: 'warn', onRequest: app.countRequest.read }, async (request, reply) => {
    if (!mayReadMetrics(request, ctx.settings.metricsToken)) throw new AppError('NOT_FOUND')
    const { ip, socket, headers } = request
    const seen: ConnectionSeen = {
      address: ip,
      peer: socket.remoteAddress ?? '',
      forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
      host: headers.host ?? '',
    }
    return reply.header('cache-control', 'no-store').send(seen)
  })
}
