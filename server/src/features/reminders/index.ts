export type { HourlyNews } from './hourly-news.ts'
export { remindersDue } from './remind.ts'
export { hourlyEndsAt } from './rounds.ts'
