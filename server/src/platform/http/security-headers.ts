import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../settings.ts'

/** Content policy of our pages: no inline script, no eval, and no strings as script (Trusted Types). */
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
/** For the viewer of the API documentation: third-party code that doesn't support Trusted Types. */
export const VIEWER_POLICY: Readonly<Record<string, string[]>> = viewerPolicy

/** WalletConnect's relay. Its telemetry host is left out on purpose. */
const WALLET_CONNECT_RELAY = 'wss://relay.walletconnect.org'
/** A frame in which wallets verify the requesting site. */
const WALLET_CONNECT_FRAME = 'https://verify.walletconnect.org'

/** API responses are data: should a browser ever render one as a page, that page may do nothing. */
const DATA_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

type Headers = Record<string, string>

type Site = Pick<Settings, 'origin' | 'walletConnectProjectId' | 'localRpcUrl'>

/** Returns the security headers of pages and of API responses. They are constant and computed once. */
export function securityHeaders(site: Site): { page: Headers; data: Headers } {
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
  // These three apply to windows and downloads, which data doesn't have.
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-download-options']) delete data[name]
  return { page: of(pagePolicy(site)), data }
}

/** Returns the page policy; allowed connections depend on the configuration. */
function pagePolicy({ walletConnectProjectId, localRpcUrl }: Site): Record<string, string[]> {
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
