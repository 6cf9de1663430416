import type { OnceShown } from '@aura/api/calls/auth'
import type { Context } from '#platform/context'
import { insertOnceShown } from './store.ts'

/** Marks it as shown. Returns whether the user had not seen it before. */
export async function markShown(ctx: Context, userId: string, first: OnceShown): Promise<boolean> {
  const isNew = await insertOnceShown(ctx.db, { userId, first, now: ctx.clock.sqlNow() })
  if (isNew) ctx.live.changed(`user:${userId}`)
  return isNew
}
