export { LessonsSection } from './lessons-section.tsx'
