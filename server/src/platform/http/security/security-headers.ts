import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../../settings.ts'

/** No inline script, no eval, and no strings as script (Trusted Types). */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
}

const { 'require-trusted-types-for': _, ...viewerPolicy } = PAGE_POLICY
/** The API documentation's viewer is third-party code without support for Trusted Types. */
export const VIEWER_POLICY: Readonly<Record<string, string[]>> = viewerPolicy

/** Its telemetry host is left out on purpose. */
const WALLET_CONNECT_RELAY = 'wss://relay.walletconnect.org'
const WALLET_CONNECT_FRAME = 'https://verify.walletconnect.org'

/** For `FRAMED_PAGES`. */
const FRAMED_POLICY = { ...PAGE_POLICY, 'form-action': ["'none'"], 'frame-ancestors': ['*'] }

/** Should a browser ever render an API response as a page, it may do nothing. */
const DATA_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

type Headers = Record<string, string>

export type HeaderSite = Pick<Settings, 'origin' | 'walletConnectProjectId' | 'localRpcUrl'>

/** Constant, so computed once. */
export function securityHeaders(site: HeaderSite): Record<'page' | 'framed' | 'data', Headers> {
  const isHttps = site.origin.startsWith('https:')
  const of = (directives: Record<string, string[]>) =>
    headersOf({
      contentSecurityPolicy: { useDefaults: false, directives },
      hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // A wallet's or an identity provider's window must be able to message the page that opened it.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      frameguard: { action: 'deny' },
    })
  const data = of(DATA_POLICY)
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-download-options']) delete data[name]
  const framed = of(FRAMED_POLICY)
  delete framed['x-frame-options']
  return { page: of(pagePolicy(site)), framed, data }
}

function pagePolicy({ walletConnectProjectId, localRpcUrl }: HeaderSite): Record<string, string[]> {
  const connect = ["'self'"]
  if (localRpcUrl !== null) connect.push(new URL(localRpcUrl).origin)
  if (walletConnectProjectId === null) return { ...PAGE_POLICY, 'connect-src': connect }
  return {
    ...PAGE_POLICY,
    'connect-src': [...connect, WALLET_CONNECT_RELAY],
    'frame-src': [WALLET_CONNECT_FRAME],
  }
}

function headersOf(options: Parameters<typeof helmet>[0]): Headers {
  const headers: Headers = {}
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = String(value)
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
