export { StreakNote } from './streak-note.tsx'
