import type { RateClass } from '@aura/api/contract/call'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import type { Limits } from '../../limits.ts'
import { isFramedPage, pathOf } from '../pages/page-paths.ts'
import { networksOf } from './networks.ts'
import { type HeaderSite, securityHeaders } from './security-headers.ts'
import { WindowCounts } from './window-counts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws RATE_LIMITED beyond the limit. There is one counter per class and network, shared by all routes. */
    countRequest: Record<RateClass, (request: FastifyRequest) => Promise<void>>
  }
  interface FastifyReply {
    /** Security headers of a page with a policy of its own; null for the usual ones. */
    ownHeaders: Record<string, string> | null
  }
  interface FastifyContextConfig {
    /** Called by another server, which signs its requests. It sends no Origin, and the route reads no cookie. */
    isWebhook?: true
  }
}

/** Beyond this number the least recently seen network is forgotten. */
const COUNTED_NETWORKS = 50_000

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export async function registerSecurity(
  app: FastifyInstance,
  ctx: { settings: HeaderSite; limits: Pick<Limits, 'rates'> },
): Promise<void> {
  const headers = securityHeaders(ctx.settings)
  app.addHook('onRequest', (request, _reply, done) => {
    const isFree = SAFE_METHODS.has(request.method) || request.routeOptions.config.isWebhook
    done(isFree ? undefined : originFault(request, ctx.settings.origin))
  })
  app.decorateReply('ownHeaders', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    // Pictures for other sites set this header themselves.
    const shownTo = reply.getHeader('cross-origin-resource-policy')
    reply.headers(reply.ownHeaders ?? headers[kindOf(request)]).header('x-request-id', request.id)
    if (shownTo !== undefined) reply.header('cross-origin-resource-policy', shownTo)
    done(null, payload)
  })
  await app.register(rateLimit, { global: false, cache: COUNTED_NETWORKS, store: WindowCounts })
  const counter = (rate: RateClass) => {
    const { max, windowMs } = ctx.limits.rates[rate]
    const counters = networksOf('::').map(({ share }, at) =>
      app.createRateLimit({
        max: max * share,
        timeWindow: windowMs,
        keyGenerator: (request) => networksOf(request.ip)[at]?.name ?? '',
      }),
    )
    return async (request: FastifyRequest) => {
      const networks = networksOf(request.ip)
      for (const count of counters.slice(0, networks.length)) {
        const counted = await count(request)
        if (!counted.isAllowed && counted.isExceeded) {
          throw new AppError('RATE_LIMITED', { data: { retryAfterMs: counted.ttl } })
        }
      }
    }
  }
  app.decorate('countRequest', {
    read: counter('read'),
    write: counter('write'),
    auth: counter('auth'),
    tap: counter('tap'),
    upload: counter('upload'),
    chain: counter('chain'),
    webhook: counter('webhook'),
  })
}

/** Files of the web app that are no documents. A worker's script is one: its policy is the worker's. */
const FILE = /^\/(?:assets\/(?![^/]*worker)[^/?]+\.(?:js|css|woff2)|theme\.js)$/

function kindOf({ url }: FastifyRequest): 'page' | 'framed' | 'data' | 'file' {
  if (FILE.test(url)) return 'file'
  if ((url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/images/')) return 'data'
  return isFramedPage(pathOf(url)) ? 'framed' : 'page'
}

/** Returns a refusal unless Origin, which browsers send with every unsafe method, names our site. */
function originFault(request: FastifyRequest, origin: string): AppError | undefined {
  return request.headers.origin === origin ? undefined : new AppError('ORIGIN_REFUSED')
}
