import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { forgetSession } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useForgetUser } from '#lib/features-context'
import { tellOtherTabs } from '#lib/other-tabs'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'

const FAILED = { title: 'Logout failed', description: 'Please try again', fixed: true } as const

export function useLogout() {
  const client = useQueryClient()
  const forgetUser = useForgetUser()
  return useWrite({
    send: () => request('POST /api/auth/logout'),
    onSuccess: async () => {
      forgetUser()
      tellOtherTabs({ type: 'ended' })
      navigate(paths.home)
      await forgetSession(client)
    },
    onError: (error) => void toast({ ...errorText(error, FAILED), kind: 'destructive' }),
  })
}
