export { remindersDue } from './remind.ts'
export { dueAt, nextRound, type Round } from './rounds.ts'
export { updateRound } from './store.ts'
