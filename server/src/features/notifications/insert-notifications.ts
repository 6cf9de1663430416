import { randomUUID } from 'node:crypto'
import type { NotificationType } from '@aura/api/calls/notifications'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { insertMissing } from './store.ts'

export interface NewNotification {
  userId: string
  type: NotificationType
  /** Who or what, in a few words: 'tobi_wav challenged you'. */
  title: string
  /** One sentence more. */
  message: string
  /** What it is about: a battle for the battle types, the other person for a vouch. */
  relatedId: string | null
  /** Names what happened, such as `battle/<id>/accepted`: the same key tells the same person nothing twice. */
  key: string
  /** Who did it, where it was a person: their ring is shown beside it. */
  actorId?: string | null
}

/**
 * Tells people something, in the caller's transaction: it is told if and only if what it tells of happened. A retry
 * with the same keys adds nothing. After the commit the caller says `ctx.live.changed(`user:${userId}`)` of each.
 */
export async function insertNotifications(tx: Tx, clock: Clock, list: readonly NewNotification[]): Promise<void> {
  if (list.length === 0) return
  const rows = list.map((each) => ({ ...each, id: randomUUID(), actorId: each.actorId ?? null }))
  await insertMissing(tx, rows, clock.sqlNow())
}
