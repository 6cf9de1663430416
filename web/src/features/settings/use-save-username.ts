import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

/** Saves a new name. `onDone` is called once the user was read again. */
export function useSaveUsername(onDone: () => void) {
  const client = useQueryClient()
  return useWrite({
    send: (username: string) => request('POST /api/auth/update-profile', { body: { username } }),
    onSuccess: async () => {
      await client.invalidateQueries(read('GET /api/auth/user'))
      onDone()
    },
    onError: (error) => toastFailure(error, errorTexts.updateUsername),
  })
}
