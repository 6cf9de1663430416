import type { Practice } from '@aura/api/calls/battles/practice'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { serverNow } from '#lib/time/server-clock'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from '../shared/error-texts.ts'
import { practiceOf } from './practice-paths.ts'

const practiceRead = (id: string) => read('GET /api/practice/:id', { id })
export const partnersRead = read('GET /api/practice')

/** While a question is open: the recorded answer comes in, and another device may answer. */
const POLL_MS = 1_500
const AGAIN_MS = 1_000
/** By which the server's time may be behind. */
const GRACE_MS = 30

/** Returns when the server leaves this phase by its clock, in milliseconds; null once it is over. */
export function practiceDueMs({ phase, open, next, revealEndsAt }: Practice): number | null {
  if (phase === 'over') return null
  // Slow lines have that much longer.
  if (open) return Date.parse(open.closesAt) + ROUND_RULES.maxRoundTripMs
  const at = next?.opensAt ?? revealEndsAt
  return at === null ? null : Date.parse(at)
}

/** Reads a practice, and again when something is due: all of it follows from the server's clock. */
export function usePractice(id: string) {
  const client = useQueryClient()
  const query = useQuery({
    ...practiceRead(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.phase === 'open' ? POLL_MS : false),
  })
  const due = query.data ? practiceDueMs(query.data) : null
  useEffect(() => {
    if (due === null) return
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      void client.invalidateQueries(practiceRead(id))
      timer = setTimeout(ask, AGAIN_MS)
    }
    timer = setTimeout(ask, Math.max(0, due - serverNow()) + GRACE_MS)
    return () => clearTimeout(timer)
  }, [client, id, due])
  return { ...query, show: (practice: Practice) => client.setQueryData(practiceRead(id).queryKey, practice) }
}

export interface WantedPractice {
  bestOf: Practice['bestOf']
  against: Practice['against']
  opponentId?: string | undefined
}

/** Starts a practice and leads to it; to the one that is open, if there is one. */
export function useStart() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useWrite({
    send: (body: WantedPractice) => request('POST /api/practice', { body }),
    onSuccess: (practice) => {
      client.setQueryData(practiceRead(practice.id).queryKey, practice)
      void client.invalidateQueries(partnersRead)
    },
    onStillHere: ({ id }) => navigate(practiceOf(id)),
    onError: (error) => toastFailure(error, errorTexts.startPractice),
  })
}
