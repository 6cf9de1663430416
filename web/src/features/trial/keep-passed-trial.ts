import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorCode } from '#lib/api-error'
import { outcomeOf } from '#lib/intent'
import { read } from '#lib/query-client'
import { hasPassedTrial } from './passed-trial.ts'

/** One key until a response came, so that a retry after a lost one is celebrated, too. */
let idempotencyKey = crypto.randomUUID()
let keeping: Promise<void> | null = null

/** Codes for a lesson that can't be kept any more, whatever is tried. */
const GONE = ['QUIZ_NOT_PASSED', 'LESSON_NOT_FOUND']

/**
 * Claims the lesson passed before joining, if there is one, and celebrates it at `path`. One attempt at a time. Throws
 * the call's error, unless another tab was first or the day in which to join is over.
 */
export async function keepPassedTrial(client: QueryClient, path: string): Promise<void> {
  if (!hasPassedTrial()) return
  const renew = () => {
    // A replayed response leaves the cookies; the next call clears them.
    idempotencyKey = crypto.randomUUID()
  }
  keeping ??= import('./keep-trial.ts')
    .then(({ keepTrial }) => keepTrial(client, { idempotencyKey, path }))
    .then(renew, (error) => {
      if (outcomeOf(error) === 'refused') renew()
      if (!GONE.includes(errorCode(error))) throw error
    })
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
    if (page === null || page === tried.current) return
    tried.current = page
    // The user didn't ask for it here, so a failure is silent; the next page tries again.
    keepPassedTrial(client, page).catch(() => undefined)
  }, [client, page])
}

/** Returns whether a lesson passed before joining waits to be claimed: false once this account has claimed it. */
export function useWaitingTrial(): boolean {
  // A claim must not change the screen that ends with it.
  const [isPassed] = useState(hasPassedTrial)
  const { data: trial } = useQuery({ ...read('GET /api/lessons/trial'), enabled: isPassed })
  const { data: lessons } = useQuery({ ...read('GET /api/lessons/daily'), enabled: isPassed })
  const [isOpen, setOpen] = useState<boolean | null>(null)
  if (isOpen === null && trial && lessons) setOpen(lessons.some(({ id, completed }) => id === trial.id && !completed))
  return isPassed && isOpen !== false
}
