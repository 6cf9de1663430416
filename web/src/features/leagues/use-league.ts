import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
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
    onError: (error) => toast({ ...errorText(error, errorTexts[change]), kind: 'destructive' }),
  })
}
