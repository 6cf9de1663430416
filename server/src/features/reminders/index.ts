export type { HourlyNews } from './hourly-news.ts'
export { remindersDue } from './remind.ts'
export { dueAt, hourlyEndsAt, nextRound, type Round } from './rounds.ts'
export { updateRound } from './store.ts'
