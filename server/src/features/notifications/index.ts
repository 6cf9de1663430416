export { insertDeviceNotification, insertNotifications, type NewNotification } from './insert-notifications.ts'
export { notificationPath } from './notification-path.ts'
export { deleteNotificationsAbout } from './store.ts'
