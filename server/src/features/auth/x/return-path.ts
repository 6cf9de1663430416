import type { XOutcome } from '@aura/api/calls/x'
import { loginPath } from '../login-redirect.ts'

/** Returns the destination, or for visitors the landing page with its dialog open, with the outcome in `?x=`. */
export function returnPath(
  next: string | null | undefined,
  { outcome, isSignedIn }: { outcome: XOutcome | null; isSignedIn: boolean },
): string {
  const path = isSignedIn || outcome === null ? (next ?? '/') : loginPath(next ?? undefined)
  if (outcome === null) return path
  const url = new URL(path, 'http://aura.invalid')
  url.searchParams.set('x', outcome)
  return `${url.pathname}${url.search}${url.hash}`
}
