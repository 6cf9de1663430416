import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { toast } from '#ui/feedback/toast'
import { takeXOutcome, xOutcomeText } from './x-outcome.ts'

/** Shows the outcome once after returning from X signed in. */
export function useXOutcome(): void {
  const search = useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the address changes
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
