const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns a time such as '12:00 UTC', for server texts whose readers may be anywhere. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`

/** Returns a time such as '20 Nov, 12:00 UTC'. */
export const utcMinute = (at: Date): string => `${DAY.format(at)}, ${utcTime(at)}`

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns a range such as '2–8 Mar 2026', given calendar days as 'YYYY-MM-DD'. */
export const dayRange = (from: string, to: string): string =>
  DAYS.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
