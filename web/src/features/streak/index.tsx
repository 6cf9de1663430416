export { NextRestDay } from './next-rest-day.tsx'
export { winBackText } from './rest-text.ts'
export { StreakNote } from './streak-note.tsx'
export { useStreakCalendar } from './streak-query.ts'
