import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

const league = read('GET /api/leagues/me')
const REFRESH_MS = 30_000
/** Refetch interval while the user waits for a seat. */
const SEATING_MS = 1_000

export const useLeague = () =>
  useQuery({
    ...league,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.hasLearned && !data.league ? SEATING_MS : REFRESH_MS),
  })

const CALLS = { join: 'PUT /api/leagues/me', leave: 'DELETE /api/leagues/me' } as const

export function useMembership(change: keyof typeof CALLS) {
  const client = useQueryClient()
  return useWrite({
    send: () => request(CALLS[change]),
    onSuccess: () => client.invalidateQueries(league),
    onError: (error) => toastFailure(error, errorTexts[change]),
  })
}
