export type { HourlyNews } from './hourly-news.ts'
export { remindersDue } from './remind.ts'
export { dueAt, nextRound, type Round } from './rounds.ts'
export { updateRound } from './store.ts'
