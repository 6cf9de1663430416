import type { RateClass } from '@aura/api/call'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, and refuses what is too many: one counter a class and address, whatever the route. */
    countRequest: Record<RateClass, preHandlerAsyncHookHandler>
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Security headers, the origin check and rate limits, for every route. */
export async function registerSecurity(app: FastifyInstance, ctx: Context): Promise<void> {
  const headers = securityHeaders(ctx.settings)
  app.addHook('onRequest', (request, _reply, done) => {
    done(SAFE_METHODS.has(request.method) ? undefined : originFault(request, ctx.settings.origin))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A picture that is made to be shown by other sites has said so itself.
    const shownTo = reply.getHeader('cross-origin-resource-policy')
    reply.headers(isData(request) ? headers.data : headers.page).header('x-request-id', request.id)
    if (shownTo !== undefined) reply.header('cross-origin-resource-policy', shownTo)
    done(null, payload)
  })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request: FastifyRequest) => network(request.ip),
    errorResponseBuilder: (_request, { ttl }) => new AppError('RATE_LIMITED', { data: { retryAfterMs: ttl } }),
    // Told when it matters, with the refusal; on every answer they would only cost.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
  const counter = (rate: RateClass) => {
    const { max, windowMs } = ctx.limits.rates[rate]
    return app.rateLimit({ max, timeWindow: windowMs })
  }
  app.decorate('countRequest', {
    read: counter('read'),
    write: counter('write'),
    auth: counter('auth'),
    tap: counter('tap'),
    upload: counter('upload'),
  })
}

/** What is no page: answers of the API, and images people gave us. */
const isData = ({ url }: FastifyRequest) =>
  (url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/images/')

/**
 * A cookie alone does not say which page sent a request. Browsers name it in Origin on every unsafe method; a request
 * without it, or from elsewhere, is refused.
 */
function originFault(request: FastifyRequest, origin: string): AppError | undefined {
  return request.headers.origin === origin ? undefined : new AppError('ORIGIN_REFUSED')
}

/** Who is counted: an IPv4 address, or the /64 an IPv6 customer is given as a whole. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}
