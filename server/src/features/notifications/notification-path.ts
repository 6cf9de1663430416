import type { NotificationType } from '@aura/api/calls/notifications'
import type { Feature } from '#platform/feature'

/** Page of each type, given the subject's id. */
export type NotificationPaths = { readonly [T in NotificationType]?: (relatedId: string | null) => string }

/** For the list and for pushes. */
export function notificationPath(
  features: readonly Feature[],
): (type: NotificationType, relatedId: string | null) => string {
  const paths: NotificationPaths = Object.assign({}, ...features.map(({ notifications }) => notifications))
  return (type, relatedId) => paths[type]?.(relatedId) ?? '/'
}
