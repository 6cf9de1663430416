import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { read } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'
import { afterDialogs } from '#ui/overlay/back-closes'
import { nameOf, outcomeText, type Returned, takeReturned } from './outcome.ts'
import { providerStartUrl } from './start-url.ts'

interface Stale {
  /** What people call the provider. */
  name: string
  /** Continues to the provider if the user has signed in again. */
  end: (isFresh: boolean) => void
}

/**
 * Shows the outcome once after returning from a provider signed in. Connecting an account may need a fresh sign-in
 * first: returns what to do then, until `end` is called.
 */
export function useProviderOutcome(): Stale | null {
  const search = useSearch()
  const client = useQueryClient()
  const [stale, setStale] = useState<{ id: string; name: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the address changes
  useEffect(() => {
    const returned = takeReturned()
    if (returned) void tell(returned)
  }, [search])
  async function tell({ outcome, from: id }: Returned) {
    const config = id === 'x' ? null : await client.ensureQueryData(read('GET /api/config')).catch(() => null)
    const name = nameOf(id, config?.providers ?? [])
    if (outcome === 'stale') return setStale({ id, name })
    show(outcome, name)
  }
  return (
    stale && {
      name: stale.name,
      end: (isFresh) => {
        setStale(null)
        if (isFresh)
          afterDialogs(() => location.assign(providerStartUrl(stale.id, location.pathname + location.search)))
        else show('stale', stale.name)
      },
    }
  )
}

function show(outcome: Returned['outcome'], name: string): void {
  const isDone = outcome === 'linked' || outcome === 'confirmed'
  toast({ ...outcomeText(outcome, name), durationMs: 6_000, kind: isDone ? 'default' : 'destructive' })
}
