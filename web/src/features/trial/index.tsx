import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyPart } from '#ui/layout/lazy-part'
import { hasPassedTrial } from './passed-trial.ts'

// Visitors and signed-in people import this file, so everything else of the feature loads on demand.

/** For visitors, below the fold. */
export const TrialLesson = lazyPart(() => import('./trial-lesson.tsx'), { name: 'The lesson' })

export { hasPassedTrial } from './passed-trial.ts'

let isKeeping = false

/** Claims the lesson passed before joining, once per page, unless another screen comes first. */
export function useKeepTrial({ isWaiting }: { isWaiting: boolean }): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isWaiting || isKeeping || !hasPassedTrial()) return
    isKeeping = true
    // Nobody asked for it here, so a failure is silent; the next page tries again.
    import('./keep-trial.ts').then(({ keepTrial }) => keepTrial(client)).catch(() => undefined)
  }, [client, isWaiting])
}
