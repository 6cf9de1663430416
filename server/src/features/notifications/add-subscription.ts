import { randomUUID } from 'node:crypto'
import { lockPerson } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { type BrowserSubscription, deleteSurplusSubscriptions, hasTarget, upsertSubscription } from './push-store.ts'
import { tellOfPush } from './tell-of-push.ts'

/**
 * Turns notifications on in the browser of a session. Its former address is forgotten, and so is the browser that was
 * not used for longest, where the person has more than `pushBrowsers` of them. The person is told of it in all their
 * other browsers first, so that a stranger's is never the only one that hears of itself. Returns whether it is one more,
 * and not one they had. Throws UNAUTHORIZED when the session has ended meanwhile.
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
