import { randomUUID } from 'node:crypto'
import { lockPerson } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { type BrowserSubscription, deleteSurplusSubscriptions, hasTarget, upsertSubscription } from './store.ts'
import { tellOfPush } from './tell-of-push.ts'

/**
 * Subscribes a session's browser, replacing its former address. Beyond `pushBrowsers` the least recently used one is
 * dropped. The user's other browsers are notified first, so that a stranger's browser is never the only one to learn of
 * itself. Returns whether the browser is new. Throws UNAUTHORIZED if the session ended meanwhile.
 */
export async function addSubscription(ctx: Context, browser: BrowserSubscription): Promise<boolean> {
  const { userId, sessionHash, target } = browser
  const isNew = await ctx.db.tx(async (tx) => {
    await lockPerson(tx, userId)
    const isKnown = await hasTarget(tx, browser)
    if (!isKnown) await tellOfPush(ctx, tx, userId)
    if (!(await upsertSubscription(tx, { id: randomUUID(), ...browser }))) throw new AppError('UNAUTHORIZED')
    const most = ctx.limits.pushBrowsers
    await deleteSurplusSubscriptions(tx, { userId, sessionHash, endpoint: target.endpoint, most })
    return !isKnown
  })
  if (isNew) ctx.live.changed(`user:${userId}`)
  return isNew
}
