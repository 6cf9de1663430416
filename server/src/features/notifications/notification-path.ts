import type { NotificationType } from '@aura/api/calls/notifications'
import type { Feature } from '#platform/feature'

/** Paths of the pages that types of notifications lead to; each is handed what the notification is about. */
export type NotificationPaths = { readonly [T in NotificationType]?: (relatedId: string | null) => string }

/** Returns a function that knows the page a notification opens, in the list and from a push. */
export function notificationPath(
  features: readonly Feature[],
): (type: NotificationType, relatedId: string | null) => string {
  const paths: NotificationPaths = Object.assign({}, ...features.map(({ notifications }) => notifications))
  return (type, relatedId) => paths[type]?.(relatedId) ?? '/'
}
