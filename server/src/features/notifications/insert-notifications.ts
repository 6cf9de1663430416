import { randomUUID } from 'node:crypto'
import type { NotificationType } from '@aura/api/calls/notifications'
import { NOTIFICATION_RULES } from '@aura/api/rules/notifications'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { deleteReplaced, deleteSurplusSecurity, insertForDevices, insertMissing } from './store.ts'

export interface NewNotification {
  userId: string
  type: NotificationType
  /** A short sentence, such as 'tobi_wav challenged you'. */
  title: string
  message: string
  relatedId: string | null
  key: string
  /** Whether it replaces an earlier one with its key, unread and on top. Otherwise a known key changes nothing. */
  replacesEarlier?: boolean
  actorId?: string | null
  /** Whether it concerns its owner regardless of the actor, such as an own battle. Others may come from strangers. */
  isOwn?: boolean
}

/**
 * Inserts notifications in the caller's transaction, so that they exist only if their cause commits. A key is notified
 * once, or replaces its earlier notification (`replacesEarlier`).
 * After the commit the caller publishes `ctx.live.changed(`user:${userId}`)` for each user. Returns the types that were
 * new and wanted.
 */
export async function insertNotifications(
  tx: Tx,
  clock: Clock,
  list: readonly NewNotification[],
): Promise<{ type: string }[]> {
  if (list.length === 0) return []
  const replaced = await deleteReplaced(
    tx,
    list.filter(({ replacesEarlier }) => replacesEarlier),
  )
  const rows = list.map((each) => ({
    ...each,
    // Devices show one notification for each id, so the new one takes the place of the earlier one there, too.
    id: replaced.find(({ userId, key }) => userId === each.userId && key === each.key)?.id ?? randomUUID(),
    actorId: each.actorId ?? null,
    isOwn: each.isOwn ?? false,
  }))
  const inserted = await insertMissing(tx, rows, clock.sqlNow())
  const warned = rows.filter(({ type }) => type === 'security').map(({ userId }) => userId)
  await deleteSurplusSecurity(tx, warned, NOTIFICATION_RULES.securityKept)
  return inserted
}

/** Inserts a notification for devices only. Returns its id; null if its key is known or its type is muted. */
export async function insertDeviceNotification(
  tx: Tx,
  clock: Clock,
  notification: Pick<NewNotification, 'userId' | 'type' | 'title' | 'message' | 'key'>,
): Promise<string | null> {
  const id = randomUUID()
  return (await insertForDevices(tx, { ...notification, id }, clock.sqlNow())) ? id : null
}
