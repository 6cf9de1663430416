/** A moment as a day of this browser: '9 Mar 2026'. */
export const dayText = (moment: string): string => new Date(moment).toLocaleDateString('en-GB', { dateStyle: 'medium' })

/** A moment to the minute: '9 Mar 2026, 14:05'. */
export const minuteText = (moment: string): string =>
  new Date(moment).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
