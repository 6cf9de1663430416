/** A moment as a day and a time of this browser: '9 Mar 2026, 14:05'. */
export const dateText = (moment: string): string =>
  new Date(moment).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
