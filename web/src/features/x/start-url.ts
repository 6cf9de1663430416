import { browserTimeZone } from '#lib/time/time-zones'

/** Reason why a signed-in user must confirm with X. */
export type XConfirms =
  | { purpose: 'sign-in-again' | 'delete-account' | 'remove-passkey' }
  | { purpose: 'bind-wallet'; wallet: string }

export function xStartUrl(next: string | null, confirms?: XConfirms): string {
  const query = new URLSearchParams({ timeZone: browserTimeZone() ?? 'UTC', ...confirms })
  if (next && next !== '/') query.set('next', next)
  return `/api/auth/twitter?${query}`
}
