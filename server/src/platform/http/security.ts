import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a page of ours may load and do. No inline script, no eval, and no string becomes script (Trusted Types). */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
}

/** Security headers, the origin check and rate limits, for every route. */
export async function registerSecurity(app: FastifyInstance, ctx: Context): Promise<void> {
  const isHttps = ctx.settings.origin.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request: FastifyRequest) => network(request.ip),
    errorResponseBuilder: (_request, { ttl }) => new AppError('RATE_LIMITED', { data: { retryAfterMs: ttl } }),
  })
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.has(request.method)) checkOrigin(request, ctx.settings.origin)
  })
}

/**
 * A cookie alone does not say which page sent a request. Browsers name it in Origin on every unsafe method; a request
 * without it, or from elsewhere, is refused.
 */
function checkOrigin(request: FastifyRequest, origin: string): void {
  if (request.headers.origin !== origin) throw new AppError('ORIGIN_REFUSED')
}

/** Who is counted: an IPv4 address, or the /64 an IPv6 customer is given as a whole. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}
