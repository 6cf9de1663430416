import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../../settings.ts'

/** No inline script, no eval, and no strings as script (Trusted Types). */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // A video made in the browser is shown before it is saved or shared.
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  // Players of streams have pages of their own, each of which may frame its host alone.
  'frame-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
}

const { 'require-trusted-types-for': _, ...viewerPolicy } = PAGE_POLICY
/** Policy for the API documentation's viewer, which is third-party code without support for Trusted Types. */
export const VIEWER_POLICY: Readonly<Record<string, string[]>> = viewerPolicy

/** Its telemetry host is deliberately left out. */
const WALLET_CONNECT_RELAY = 'wss://relay.walletconnect.org'
const WALLET_CONNECT_FRAME = 'https://verify.walletconnect.org'

/** Policy for `FRAMED_PAGES`, which any site may embed. */
const FRAMED_POLICY = { ...PAGE_POLICY, 'form-action': ["'none'"], 'frame-src': ["'none'"], 'frame-ancestors': ['*'] }

/** Policy for API responses: a browser that renders one as a page may do nothing. */
const DATA_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

type Headers = Record<string, string>

export type HeaderSite = Pick<Settings, 'origin' | 'walletConnectProjectId' | 'localRpcUrl'>

/** Headers of scripts, styles and fonts. The others say what a document may do, and a first visit loads twenty files. */
const FILE_HEADERS = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
])

/** Returns the headers, which are constant and so computed once. */
export function securityHeaders(site: HeaderSite): Record<'page' | 'framed' | 'data' | 'file', Headers> {
  const of = (directives: Record<string, string[]>) => pageHeaders(site, directives, 'deny')
  const data = of(DATA_POLICY)
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-download-options']) delete data[name]
  const framed = of(FRAMED_POLICY)
  delete framed['x-frame-options']
  const file = Object.fromEntries(Object.entries(data).filter(([name]) => FILE_HEADERS.has(name)))
  return { page: of(pagePolicy(site)), framed, data, file }
}

/** Returns the headers of a page with a policy of its own. `framing` says the same to browsers without policies. */
export function pageHeaders(
  { origin }: Pick<HeaderSite, 'origin'>,
  directives: Record<string, string[]>,
  framing: 'deny' | 'sameorigin',
): Headers {
  return headersOf({
    contentSecurityPolicy: { useDefaults: false, directives },
    hsts: origin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A wallet's or an identity provider's window must be able to message the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: framing },
  })
}

function pagePolicy({ walletConnectProjectId, localRpcUrl }: HeaderSite): Record<string, string[]> {
  const connect = ["'self'"]
  if (localRpcUrl !== null) connect.push(new URL(localRpcUrl).origin)
  if (walletConnectProjectId === null) return { ...PAGE_POLICY, 'connect-src': connect }
  return {
    ...PAGE_POLICY,
    'connect-src': [...connect, WALLET_CONNECT_RELAY],
    'frame-src': ["'self'", WALLET_CONNECT_FRAME],
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
