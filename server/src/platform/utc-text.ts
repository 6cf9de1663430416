const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** For server texts, whose readers may be anywhere: '12:00 UTC'. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`

/** '20 Nov, 12:00 UTC'. */
export const utcMinute = (at: Date): string => `${DAY.format(at)}, ${utcTime(at)}`
