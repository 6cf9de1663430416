import type { Times } from '#lib/time/times'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns 'now', '4 min', '2 h', 'Wed', '3 Mar' or '3 Mar 2025'. */
export function ageText(at: Date, now: Date, times: Times): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < MINUTE) return 'now'
  if (ageMs < HOUR) return `${Math.floor(ageMs / MINUTE)} min`
  if (ageMs < DAY) return `${Math.floor(ageMs / HOUR)} h`
  if (ageMs < 6 * DAY) return times.weekday(at)
  const yearOf = (date: Date) => times.day(date).slice(-4)
  return yearOf(at) === yearOf(now) ? times.dayOfYear(at) : times.day(at)
}
