import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

const relationRead = (id: string) => read('GET /api/users/:id/relation', { id })

export const useRelation = (id: string) => useQuery({ ...relationRead(id), staleTime: 0 })

const CALLS = {
  follow: 'PUT /api/follows/:id',
  unfollow: 'DELETE /api/follows/:id',
  block: 'PUT /api/blocks/:id',
  unblock: 'DELETE /api/blocks/:id',
  mute: 'PUT /api/mutes/:id',
  unmute: 'DELETE /api/mutes/:id',
} as const

export function useChange(id: string, change: keyof typeof CALLS, onSuccess?: () => void) {
  const client = useQueryClient()
  return useWrite({
    send: () => request(CALLS[change], { params: { id } }),
    onSuccess: () => {
      onSuccess?.()
      return Promise.all([
        client.invalidateQueries(relationRead(id)),
        client.invalidateQueries({ queryKey: readKey('GET /api/blocks') }),
        client.invalidateQueries({ queryKey: readKey('GET /api/mutes') }),
        client.invalidateQueries({ queryKey: readKey('GET /api/feed') }),
        client.invalidateQueries(read('GET /api/friend-streaks')),
        // Any read that mentions this person may be stale now.
        client.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) }),
      ])
    },
    onError: (error) => toastFailure(error, errorTexts[change]),
  })
}
