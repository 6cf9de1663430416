export { errorTexts } from './error-texts.ts'
export { NotificationBell } from './notification-bell.tsx'
