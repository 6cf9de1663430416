export { remindersDue } from './remind.ts'
export { dueAt, nextRound, type Round } from './reminder.rules.ts'
export { updateRound } from './store.ts'
