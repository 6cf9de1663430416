export { NotificationBell } from './notification-bell.tsx'
export { PushSwitch } from './push-switch.tsx'
