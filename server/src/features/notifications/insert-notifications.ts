import { randomUUID } from 'node:crypto'
import type { NotificationType } from '@aura/api/calls/notifications'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { insertMissing } from './store.ts'

export interface NewNotification {
  userId: string
  type: NotificationType
  /** A few words: 'tobi_wav challenged you'. */
  title: string
  message: string
  relatedId: string | null
  key: string
  actorId?: string | null
}

/**
 * Runs in the caller's transaction, so that notifications exist only if their cause commits. Idempotent by key. After
 * the commit the caller publishes `ctx.live.changed(`user:${userId}`)` for each user.
 */
export async function insertNotifications(tx: Tx, clock: Clock, list: readonly NewNotification[]): Promise<void> {
  if (list.length === 0) return
  const rows = list.map((each) => ({ ...each, id: randomUUID(), actorId: each.actorId ?? null }))
  await insertMissing(tx, rows, clock.sqlNow())
}
