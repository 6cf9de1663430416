import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'

export function useDisconnectX() {
  const client = useQueryClient()
  return useWrite({
    send: () => freshly((proof) => request('POST /api/auth/disconnect-twitter', { body: { proof } }), 'disconnect-x'),
    onSuccess: async () => {
      toast({ title: 'X account disconnected successfully!', durationMs: 3_000 })
      await Promise.all([
        client.invalidateQueries(read('GET /api/auth/user')),
        // Disconnecting ended the other sessions.
        client.invalidateQueries(read('GET /api/user/sessions')),
      ])
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        toast({ ...errorText(error, errorTexts.disconnectX), kind: 'destructive', durationMs: 6_000 })
    },
  })
}
