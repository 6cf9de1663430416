import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { lazyPart } from '#ui/layout/lazy-part'
import type { KeepAttempt } from './keep-trial.ts'
import { hasPassedTrial } from './passed-trial.ts'

// Visitors and signed-in people import this file, so all other code of the feature loads on demand.

export const TrialLesson = lazyPart(() => import('./trial-lesson.tsx'), { name: 'The lesson' })

export { hasPassedTrial } from './passed-trial.ts'

let keeping: Promise<void> | null = null

/** Claims the lesson passed before joining, once at a time. `onKept` comes first. Throws the call's error. */
export function keepPassedTrial(client: QueryClient, attempt?: KeepAttempt): Promise<void> {
  if (keeping) return keeping.then(attempt?.onKept)
  keeping = import('./keep-trial.ts')
    .then(({ keepTrial }) => keepTrial(client, attempt))
    .finally(() => {
      keeping = null
    })
  return keeping
}

/** Claims the lesson passed before joining, on each new `page`; null while another screen comes first. */
export function useKeepTrial(page: string | null): void {
  const client = useQueryClient()
  const tried = useRef<string>(null)
  useEffect(() => {
    if (page === null || page === tried.current || !hasPassedTrial()) return
    tried.current = page
    // The user didn't ask for it here, so a failure is silent; the next page tries again.
    keepPassedTrial(client).catch(() => undefined)
  }, [client, page])
}
