import { useMutation, useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { toast } from '#ui/toast'
import { forgetSession } from './session.ts'

/** Ends the session and goes home. */
export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST /api/auth/logout'),
    onSuccess: async () => {
      navigate(paths.home)
      await forgetSession(client)
    },
    onError: (error) => toast({ ...errorText(error, 'logout'), kind: 'destructive' }),
  })
}
