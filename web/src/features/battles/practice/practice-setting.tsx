import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Switch } from '#ui/forms/check'
import { errorTexts } from '../shared/error-texts.ts'

const setting = read('GET /api/practice-setting')

/** Whether others may practise against one's answers. */
export function PracticeSetting() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({ ...setting, staleTime: 0 })
  const change = useWrite({
    send: (isAllowed: boolean) => request('PUT /api/practice-setting', { body: { isAllowed } }),
    onSuccess: (saved) => client.setQueryData(setting.queryKey, saved),
    onError: (failed) => toastFailure(failed, errorTexts.settings),
  })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  return (
    <Switch
      label="Let others practise against me"
      note="They see which questions of your ended battles of rounds you answered right, and how fast. Not what you chose, and never people you block."
      checked={change.isPending ? change.variables : (data?.isAllowed ?? false)}
      disabled={!data || change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  )
}
