import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

/** Never fresh, because friends' learning changes it. */
export const useFriendStreaks = () => useQuery({ ...read('GET /api/friend-streaks'), staleTime: 0 })

const CALLS = { keep: 'PUT /api/friend-streaks/:id', end: 'DELETE /api/friend-streaks/:id' } as const

/** `keep` requests or accepts; `end` ends, withdraws or declines. */
export function useFriendStreakChange(id: string, change: keyof typeof CALLS) {
  const client = useQueryClient()
  return useWrite({
    send: () => request(CALLS[change], { params: { id } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(read('GET /api/friend-streaks')),
        client.invalidateQueries(read('GET /api/users/:id', { id })),
      ]),
    onError: (error) => toastFailure(error, errorTexts[change]),
  })
}
