import { Link } from 'wouter'
import { paths } from '#paths'
import { RestDays } from './rest-days.tsx'
import { endedText } from './rest-text.ts'
import { useStreakCalendar } from './streak-query.ts'

export function StreakNote() {
  const calendar = useStreakCalendar()
  if (!calendar) return null
  if (calendar.currentStreak === 0 && !calendar.ended) return null
  return (
    <p className="mt-3 text-sm text-ink-2">
      {calendar.ended ? (
        <b className="font-strong text-ink">{endedText(calendar)}</b>
      ) : (
        <RestDays rest={calendar.rest} />
      )}{' '}
      <Link href={paths.streak} className="text-link">
        Your days
      </Link>
    </p>
  )
}
