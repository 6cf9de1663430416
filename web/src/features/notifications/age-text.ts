const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, in as few words as do: 'now', '4 min', '2 h', 'Wed', '3 Mar', '3 Mar 2025'. */
export function ageText(at: Date, now: Date, timeZone?: string): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < MINUTE) return 'now'
  if (ageMs < HOUR) return `${Math.floor(ageMs / MINUTE)} min`
  if (ageMs < DAY) return `${Math.floor(ageMs / HOUR)} h`
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone ? { timeZone } : {}) }).format(at)
  if (ageMs < 6 * DAY) return text({ weekday: 'short' })
  const year = (date: Date) => date.getUTCFullYear()
  return text({ day: 'numeric', month: 'short', ...(year(at) === year(now) ? {} : { year: 'numeric' }) })
}
