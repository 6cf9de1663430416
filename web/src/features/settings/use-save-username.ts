import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'
import { useTyped } from './use-typed.ts'
import { asUsername } from './username.rules.ts'

interface SaveOptions {
  onSaved?: () => void
  onDone: () => void
}

/**
 * Saves a name. Both are called once the user was read again, `onDone` only if `text` is still that name: what was typed
 * meanwhile isn't thrown away.
 */
export function useSaveUsername(text: string, { onSaved, onDone }: SaveOptions) {
  const client = useQueryClient()
  const typed = useTyped(text)
  return useWrite({
    send: (username: string) => request('POST /api/auth/update-profile', { body: { username } }),
    onSuccess: async (_, saved) => {
      await client.invalidateQueries(read('GET /api/auth/user'))
      onSaved?.()
      if (asUsername(typed() ?? '') === saved) onDone()
    },
    onError: (error) => toastFailure(error, errorTexts.updateUsername),
  })
}
