import type { Practice } from '@aura/api/calls/battles/practice'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { useReadWhenDue } from '../rounds/use-read-when-due.ts'
import { errorTexts } from '../shared/error-texts.ts'
import { practiceOf } from './practice-paths.ts'

const practiceRead = (id: string) => read('GET /api/practice/:id', { id })
export const partnersRead = read('GET /api/practice')

/** How often an open question is read: the recorded answer comes in, and another device may answer. */
const POLL_MS = 1_500
/** Milliseconds by which the server's time may be behind the page's estimate of it. */
const GRACE_MS = 30

/** Returns when the server leaves this phase by its clock, in milliseconds; null once it is over. */
export function practiceDueMs({ phase, open, next, revealEndsAt }: Practice): number | null {
  if (phase === 'over') return null
  // Answers over slow lines still count by then.
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
  useReadWhenDue(practiceRead(id), query.data ? practiceDueMs(query.data) : null, GRACE_MS)
  return { ...query, show: (practice: Practice) => showPractice(client, practice) }
}

/** Shows a practice that a command returned. A read that was sent before it no longer counts. */
export async function showPractice(client: QueryClient, practice: Practice): Promise<void> {
  const { queryKey } = practiceRead(practice.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, practice)
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
