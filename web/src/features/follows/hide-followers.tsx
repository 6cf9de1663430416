import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Switch } from '#ui/forms/check'
import { errorTexts } from './error-texts.ts'

export function HideFollowers() {
  const client = useQueryClient()
  const settings = read('GET /api/follows/settings')
  const { data, error, isFetching, refetch } = useQuery({ ...settings, staleTime: 0 })
  const change = useWrite({
    send: (hidesFollowers: boolean) => request('PUT /api/follows/settings', { body: { hidesFollowers } }),
    onSuccess: (saved) => client.setQueryData(settings.queryKey, saved),
    onError: (failed) => toastFailure(failed, errorTexts.settings),
  })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  return (
    <Switch
      label="Hide my followers"
      note="Others see how many follow you, but not who."
      checked={change.isPending ? change.variables : (data?.hidesFollowers ?? false)}
      disabled={!data || change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  )
}
