export { errorTexts } from './error-texts.ts'
export { NotificationBell } from './notification-bell.tsx'
export { PushSwitch } from './push-switch.tsx'
export { useRenewedPush } from './use-renewed-push.ts'
