import { browserTimeZone } from '#lib/time/time-zones'

/** What X is to confirm about who is signed in: who they are, for one thing they want to do. */
export type XConfirms = { purpose: 'sign-in-again' | 'delete-account' } | { purpose: 'bind-wallet'; wallet: string }

/** Where the browser goes to begin a trip to X that leads back to `next`. */
export function xStartUrl(next: string | null, confirms?: XConfirms): string {
  const query = new URLSearchParams({ timeZone: browserTimeZone() ?? 'UTC', ...confirms })
  if (next && next !== '/') query.set('next', next)
  return `/api/auth/twitter?${query}`
}
