import { Segmented } from '#ui/forms/segmented'
import { clock, useReminderHour } from './use-reminder-hour.ts'

const OFFERED = [8, 12, 19]

/** The hour of the daily reminder, in one press. The usual hour is chosen unless another is. */
export default function TomorrowsReminder() {
  const reminder = useReminderHour()
  if (!reminder) return null
  const { chosenHour, usualHour, choose } = reminder
  const current = chosenHour ?? usualHour
  const hours = [...new Set([...OFFERED, ...(current === null ? [] : [current])])].sort((a, b) => a - b)
  return (
    <section className="max-w-112" aria-labelledby="tomorrows-reminder">
      <h3 id="tomorrows-reminder" className="mb-2 text-sm text-ink-2">
        Remind me tomorrow at
      </h3>
      <Segmented
        tall
        labelledBy="tomorrows-reminder"
        items={hours.map((hour) => ({ value: String(hour), name: clock(hour) }))}
        value={String(current)}
        onChange={(hour) => choose(Number(hour))}
      />
    </section>
  )
}
