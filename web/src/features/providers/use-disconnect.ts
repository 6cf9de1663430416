import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { disconnectFailure } from './error-texts.ts'

/** Disconnects a linked account, given the key it is stored under and what people call its provider. */
export function useDisconnectAccount({ provider, name }: { provider: string; name: string }) {
  const client = useQueryClient()
  return useWrite({
    send: () =>
      freshly((proof) => request('POST /api/auth/disconnect', { body: { provider, proof } }), {
        disconnect: provider,
        name,
      }),
    onSuccess: async () => {
      toast({ title: `${name} account disconnected successfully!`, durationMs: 3_000 })
      await Promise.all([
        client.invalidateQueries(read('GET /api/auth/user')),
        // Disconnecting ended the other sessions.
        client.invalidateQueries(read('GET /api/user/sessions')),
      ])
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        toast({ ...errorText(error, disconnectFailure(name)), kind: 'destructive', durationMs: 6_000 })
    },
  })
}
