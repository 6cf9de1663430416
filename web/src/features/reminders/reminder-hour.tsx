import { REMINDER_RULES } from '@aura/api/rules/reminders'
import { Select } from '#ui/forms/select'
import { clock, useReminderHour } from './use-reminder-hour.ts'

const { firstHour, lastHour } = REMINDER_RULES
const USUAL = 'usual'
const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index)

export function ReminderHour() {
  const reminder = useReminderHour()
  if (!reminder) return null
  const { chosenHour, usualHour, choose } = reminder
  const usual = usualHour === null ? 'When I usually learn' : `When I usually learn (${clock(usualHour)})`
  return (
    <div className="max-w-88 py-2">
      <Select
        label="Remind me at"
        items={[{ value: USUAL, label: usual }, ...hours.map((hour) => ({ value: String(hour), label: clock(hour) }))]}
        value={chosenHour === null ? USUAL : String(chosenHour)}
        onChange={(value) => choose(value === USUAL ? null : Number(value))}
      />
    </div>
  )
}
