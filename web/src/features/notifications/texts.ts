export const TITLE = 'Notifications'
export const HINT = 'Click on messages to mark as read'
export const EMPTY = 'No notifications yet'
