export { NextRestDay } from './next-rest-day.tsx'
export { StreakNote } from './streak-note.tsx'
export { useStreakCalendar } from './streak-query.ts'
