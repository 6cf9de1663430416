/** Whose push services browsers use. A subscription names the address this server will call: it must not be just any. */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
  '.push.services.mozilla.com',
]

/** Is this the address of a push service of a browser's maker? */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '') return false
  return SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
}

/** Where a press on a notification leads. */
export function pushedPath(type: string, relatedId: string | null): string {
  if (relatedId === null) return '/'
  if (type.startsWith('battle_')) return `/battles/${relatedId}`
  return type === 'vouch_received' ? `/user/${relatedId}` : '/'
}

const FIRST_RETRY_MS = 30_000

/** A service that wants to be left alone for longer gets the message then: by that time it is old anyway. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/**
 * How long a message waits after so many failures, and at least as long as its service asked for; null when it is given
 * up.
 */
export function retryMs(attempts: number, askedMs: number | null): number | null {
  if (attempts >= 5) return null
  return Math.max(FIRST_RETRY_MS * 4 ** (attempts - 1), Math.min(askedMs ?? 0, LONGEST_WAIT_MS))
}
