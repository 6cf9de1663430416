/**
 * Push services of browser vendors. This server calls the address of a subscription, so it must be one of these.
 * Chromium lists its two in `components/push_messaging/push_messaging_constants.cc`; builds without Google's keys, and
 * some that aren't stable, get the second.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
  '.push.services.mozilla.com',
]

/** Maximum length. Browsers issue addresses of a few hundred characters. */
const MAX_LENGTH = 2_000

/** Returns null for any address but a push service's, written as the parser would, so that parsers agree. */
export function pushAddress(endpoint: string): URL | null {
  if (endpoint.length > MAX_LENGTH || !URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  const { protocol, hostname, port, username, password } = url
  if (url.href !== endpoint || protocol !== 'https:' || `${port}${username}${password}` !== '') return null
  if (!/^[a-z0-9.-]+$/.test(hostname)) return null
  const isKnown = SERVICES.some((service) =>
    service.startsWith('.') ? hostname.endsWith(service) : hostname === service,
  )
  return isKnown ? url : null
}
