import { randomUUID } from 'node:crypto'
import { insertNotifications } from '#features/notifications'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'

export async function tellOfPush(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await insertNotifications(tx, ctx.clock, [
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
}
