const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns a time such as '12:00 UTC', for server texts whose readers may be anywhere. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`

/** Returns a date such as '20 Nov, 12:00 UTC'. */
export const utcMinute = (at: Date): string => `${DAY.format(at)}, ${utcTime(at)}`
