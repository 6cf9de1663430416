import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { toast } from '#ui/feedback/toast'
import { afterDialogs } from '#ui/overlay/back-closes'
import { xStartUrl } from './start-url.ts'
import { takeXOutcome, xOutcomeText } from './x-outcome.ts'

/**
 * Shows the outcome once after returning from X signed in. Connecting X may need a fresh sign-in first: then `isStale`
 * is true until `end`, which continues to X if the user has signed in again.
 */
export function useXOutcome(): { isStale: boolean; end: (isFresh: boolean) => void } {
  const search = useSearch()
  const [isStale, setIsStale] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the address changes
  useEffect(() => {
    const outcome = takeXOutcome()
    if (outcome === 'stale') setIsStale(true)
    else tell(outcome)
  }, [search])
  const end = (isFresh: boolean) => {
    setIsStale(false)
    if (isFresh) afterDialogs(() => location.assign(xStartUrl(location.pathname + location.search)))
    else tell('stale')
  }
  return { isStale, end }
}

function tell(outcome: string | null): void {
  const text = xOutcomeText(outcome)
  if (!text) return
  const isDone = outcome === 'linked' || outcome === 'confirmed'
  toast({ ...text, durationMs: 6_000, kind: isDone ? 'default' : 'destructive' })
}
