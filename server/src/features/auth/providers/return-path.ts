import type { ProviderOutcome } from '@aura/api/calls/providers'
import { X } from '#features/x'
import { loginPath } from '../login-redirect.ts'

/**
 * Returns the destination, or for visitors the landing page with its dialog open, with the outcome in `?x=`
 * and, unless it is X, the provider in `from`.
 */
export function returnPath(
  next: string | null | undefined,
  { from, outcome, isSignedIn }: { from: string; outcome: ProviderOutcome | null; isSignedIn: boolean },
): string {
  const path = isSignedIn || outcome === null ? (next ?? '/') : loginPath(next ?? undefined)
  if (outcome === null) return path
  const url = new URL(path, 'http://aura.invalid')
  url.searchParams.set('x', outcome)
  if (from !== X) url.searchParams.set('from', from)
  return `${url.pathname}${url.search}${url.hash}`
}
