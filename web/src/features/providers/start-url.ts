import { browserTimeZone } from '#lib/time/time-zones'

/** Reason why a signed-in user must confirm with a linked account. */
export type Confirms =
  | { purpose: 'sign-in-again' | 'delete-account' | 'remove-passkey' }
  | { purpose: 'disconnect'; provider: string }
  | { purpose: 'bind-wallet'; wallet: string }

/** Returns the address from which the server sends the browser to a provider. */
export function providerStartUrl(id: string, next: string | null, confirms?: Confirms): string {
  const query = new URLSearchParams({ timeZone: browserTimeZone() ?? 'UTC', ...confirms })
  if (next && next !== '/') query.set('next', next)
  return `/api/auth/${id === 'x' ? 'twitter' : `with/${id}`}?${query}`
}
