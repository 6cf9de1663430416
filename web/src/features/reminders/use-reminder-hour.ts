import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

/** Returns the reminder's hours, with the chosen one as it is being saved; null until they are read. */
export function useReminderHour() {
  const client = useQueryClient()
  const reads = read('GET /api/reminders/hours')
  const { data } = useQuery({ ...reads, staleTime: 0 })
  const change = useWrite({
    send: (chosenHour: number | null) => request('PUT /api/reminders/hours', { body: { chosenHour } }),
    onSuccess: (saved) => client.setQueryData(reads.queryKey, saved),
    onError: (error) => toastFailure(error, errorTexts.hour),
  })
  if (!data) return null
  const chosenHour = change.isPending ? change.variables : data.chosenHour
  return { ...data, chosenHour, choose: change.mutate }
}

export const clock = (hour: number): string => `${hour}:00`
