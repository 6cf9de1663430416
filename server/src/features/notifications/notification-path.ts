import type { NotificationType } from '@aura/api/calls/notifications'
import type { Feature } from '#platform/feature'

export type NotificationPaths = { readonly [T in NotificationType]?: (relatedId: string | null) => string }

export function notificationPath(
  features: readonly Feature[],
): (type: NotificationType, relatedId: string | null) => string {
  const paths: NotificationPaths = Object.assign({}, ...features.map(({ notifications }) => notifications))
  return (type, relatedId) => paths[type]?.(relatedId) ?? '/'
}
