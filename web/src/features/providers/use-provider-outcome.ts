import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { read } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'
import { afterDialogs } from '#ui/overlay/back-closes'
import { LOAD_FAILED } from '#ui/overlay/late-dialog'
import type * as Outcome from './outcome.ts'
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
  const [stale, setStale] = useState<{ id: string; name: string; text: Outcome.OutcomeText } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the address changes
  useEffect(() => {
    if (new URLSearchParams(search).has('x')) void import('./outcome.ts').then(tell, sayUnloaded)
  }, [search])
  async function tell({ nameOf, outcomeText, takeReturned }: typeof Outcome) {
    const returned = takeReturned()
    if (returned === null) return
    const { outcome, from: id } = returned
    const config = id === 'x' ? null : await client.ensureQueryData(read('GET /api/config')).catch(() => null)
    const name = nameOf(id, config?.providers ?? [])
    const text = outcomeText(outcome, name)
    if (outcome === 'stale') setStale({ id, name, text })
    else show(text, outcome === 'linked' || outcome === 'confirmed')
  }
  return (
    stale && {
      name: stale.name,
      end: (isFresh) => {
        setStale(null)
        if (isFresh)
          afterDialogs(() => location.assign(providerStartUrl(stale.id, location.pathname + location.search)))
        else show(stale.text, false)
      },
    }
  )
}

/** The outcome stays in the address, so a reload shows it. */
const sayUnloaded = () => toast({ ...LOAD_FAILED, kind: 'destructive' })

const show = (text: Outcome.OutcomeText, isDone: boolean) =>
  toast({ ...text, durationMs: 6_000, kind: isDone ? 'default' : 'destructive' })
