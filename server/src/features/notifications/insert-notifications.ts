import { randomUUID } from 'node:crypto'
import type { NotificationType } from '@aura/api/calls/notifications'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { insertForDevices, insertMissing } from './store.ts'

export interface NewNotification {
  userId: string
  type: NotificationType
  /** A short sentence, such as 'tobi_wav challenged you'. */
  title: string
  message: string
  relatedId: string | null
  key: string
  actorId?: string | null
  /** Whether it concerns its owner regardless of the actor, such as an own battle. Others may come from strangers. */
  isOwn?: boolean
}

/**
 * Inserts notifications in the caller's transaction, so that they exist only if their cause commits. Idempotent by key.
 * After the commit the caller publishes `ctx.live.changed(`user:${userId}`)` for each user. Returns the types that were
 * new and wanted.
 */
export async function insertNotifications(
  tx: Tx,
  clock: Clock,
  list: readonly NewNotification[],
): Promise<{ type: string }[]> {
  if (list.length === 0) return []
  const rows = list.map((each) => ({
    ...each,
    id: randomUUID(),
    actorId: each.actorId ?? null,
    isOwn: each.isOwn ?? false,
  }))
  return insertMissing(tx, rows, clock.sqlNow())
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
