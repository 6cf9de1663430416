import { REMINDER_RULES } from '@aura/api/rules/reminders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Select } from '#ui/forms/select'
import { errorTexts } from './error-texts.ts'

const { firstHour, lastHour } = REMINDER_RULES
const USUAL = 'usual'
const clock = (hour: number) => `${hour}:00`
const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index)

export function ReminderHour() {
  const client = useQueryClient()
  const reads = read('GET /api/reminders/hours')
  const { data } = useQuery({ ...reads, staleTime: 0 })
  const change = useWrite({
    send: (chosenHour: number | null) => request('PUT /api/reminders/hours', { body: { chosenHour } }),
    onSuccess: (saved) => client.setQueryData(reads.queryKey, saved),
    onError: (error) => toastFailure(error, errorTexts.hour),
  })
  if (!data) return null
  const chosen = change.isPending ? change.variables : data.chosenHour
  const usual = data.usualHour === null ? 'When I usually learn' : `When I usually learn (${clock(data.usualHour)})`
  return (
    <div className="max-w-88 py-2">
      <Select
        label="Remind me at"
        items={[{ value: USUAL, label: usual }, ...hours.map((hour) => ({ value: String(hour), label: clock(hour) }))]}
        value={chosen === null ? USUAL : String(chosen)}
        onChange={(value) => change.mutate(value === USUAL ? null : Number(value))}
      />
    </div>
  )
}
