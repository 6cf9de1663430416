import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { insertNotifications } from './insert-notifications.ts'

/** Notifies a user, in the caller's transaction, that notifications are turned on in a new browser. */
export const tellOfPush = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  insertNotifications(tx, ctx.clock, [
    {
      userId,
      type: 'security',
      title: 'Notifications were turned on in a browser',
      message:
        'It shows your notifications while it is closed. If that wasn’t you, end your other sessions in Settings.',
      relatedId: null,
      key: `security/${randomUUID()}`,
    },
  ])
