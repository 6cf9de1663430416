import type { XOutcome } from '@aura/api/calls/x'
import { loginPath } from '#features/auth'

/**
 * Where a browser comes out after a trip to X: where it was going, or for somebody who is not signed in the landing page
 * with its dialog open, and what there is to say in `?x=`.
 */
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
