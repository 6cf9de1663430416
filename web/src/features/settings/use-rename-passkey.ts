import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'
import { useTyped } from './use-typed.ts'

/** Renames a passkey. `onDone` is called once they were read again, if `text` is still that name. */
export function useRenamePasskey(id: string, text: string, onDone: () => void) {
  const client = useQueryClient()
  const typed = useTyped(text)
  return useWrite({
    send: (wanted: string) => request('POST /api/passkeys/:id/rename', { params: { id }, body: { name: wanted } }),
    onSuccess: async (_, saved) => {
      await client.invalidateQueries(read('GET /api/passkeys'))
      if (typed() === saved) onDone()
    },
    onError: (error) => toastFailure(error, errorTexts.renamePasskey),
  })
}
