export { insertNotifications, type NewNotification } from './insert-notifications.ts'
