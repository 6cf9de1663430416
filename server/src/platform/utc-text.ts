const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** For server texts, whose readers may be anywhere: '12:00 UTC'. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`

/** '20 Nov, 12:00 UTC'. */
export const utcMinute = (at: Date): string => `${DAY.format(at)}, ${utcTime(at)}`

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Of calendar days, 'YYYY-MM-DD': '2–8 Mar 2026'. */
export const dayRange = (from: string, to: string): string =>
  DAYS.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
