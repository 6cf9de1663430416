import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Check } from 'lucide-react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../shared/error-texts.ts'
import styles from './upcoming-battle.module.css'

export function ReminderButton({ battleId }: { battleId: string }) {
  const client = useQueryClient()
  const params = { id: battleId }
  const reminder = read('GET /api/battles/:id/reminder', params)
  const { data, error, isFetching, refetch } = useQuery(reminder)
  const isSet = data?.isSet ?? false
  const { mutate, isPending } = useWrite({
    send: (wanted: boolean) => request(`${wanted ? 'PUT' : 'DELETE'} /api/battles/:id/reminder`, { params }),
    onSuccess: (answer) => client.setQueryData(reminder.queryKey, answer),
    onError: (error) => {
      void client.invalidateQueries({ queryKey: reminder.queryKey })
      return toastFailure(error, errorTexts.remind)
    },
  })
  if (error && !data) {
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  const Icon = isSet ? Check : Bell
  return (
    <Button
      kind="secondary"
      className={styles.reminder ?? ''}
      aria-pressed={isSet}
      disabled={!data || isPending}
      onClick={() => mutate(!isSet)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      Notify me when it starts
    </Button>
  )
}
