export { insertNotifications, type NewNotification } from './insert-notifications.ts'
export { keepSecurityPushes } from './push-store.ts'
export { deleteNotificationsAbout } from './store.ts'
