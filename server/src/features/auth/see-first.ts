import type { First } from '@aura/api/calls/auth'
import type { Context } from '#platform/context'
import { insertSeenFirst } from './store.ts'

/** Returns whether it had not been shown to the user before. */
export async function seeFirst(ctx: Context, userId: string, first: First): Promise<boolean> {
  const isNew = await insertSeenFirst(ctx.db, { userId, first, now: ctx.clock.sqlNow() })
  if (isNew) ctx.live.changed(`user:${userId}`)
  return isNew
}
