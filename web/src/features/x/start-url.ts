import { browserTimeZone } from '#lib/time-zones'

/** Where the browser goes to begin a trip to X that leads back to `next`. */
export function xStartUrl(next: string | null): string {
  const query = new URLSearchParams({ timeZone: browserTimeZone() ?? 'UTC' })
  if (next && next !== '/') query.set('next', next)
  return `/api/auth/twitter?${query}`
}
