import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { toast } from '#ui/feedback/toast'
import { takeXOutcome, xOutcomeText } from './x-outcome.ts'

/** Says how a trip to X ended, once, to somebody who comes back from it signed in. */
export function useXOutcome(): void {
  const search = useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when it has changed
  useEffect(() => {
    const outcome = takeXOutcome()
    const text = xOutcomeText(outcome)
    if (text)
      toast({
        ...text,
        durationMs: 6_000,
        kind: outcome === 'linked' || outcome === 'confirmed' ? 'default' : 'destructive',
      })
  }, [search])
}
