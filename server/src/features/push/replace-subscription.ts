import { lockPerson } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import {
  type BrowserSubscription,
  deleteOtherSubscription,
  deleteSurplusSubscriptions,
  hasTarget,
  holdSession,
  lockSubscription,
  moveSubscription,
} from './store.ts'
import { tellOfPush } from './tell-of-push.ts'

/**
 * Moves a subscription, with its queued messages, to a new address, unless it is there already. Throws
 * PUSH_SUBSCRIPTION_NOT_FOUND if the old address does not belong to this session, and UNAUTHORIZED if the session ended
 * meanwhile.
 */
export async function replaceSubscription(ctx: Context, endpoint: string, browser: BrowserSubscription): Promise<void> {
  const { userId, sessionHash, target } = browser
  await ctx.db.tx(async (tx) => {
    await lockPerson(tx, userId)
    if (!(await holdSession(tx, browser))) throw new AppError('UNAUTHORIZED')
    // A page and its worker may both report it, and a page may be left before it gets the response.
    if (await hasTarget(tx, browser)) return
    const old = await lockSubscription(tx, userId, endpoint)
    if (!old || Buffer.compare(old.sessionHash, sessionHash) !== 0) throw new AppError('PUSH_SUBSCRIPTION_NOT_FOUND')
    await tellOfPush(ctx, tx, userId)
    await deleteOtherSubscription(tx, target.endpoint, old.id)
    await moveSubscription(tx, old.id, browser)
    const most = ctx.limits.pushBrowsers
    await deleteSurplusSubscriptions(tx, { userId, sessionHash, endpoint: target.endpoint, most })
  })
  ctx.live.changed(`user:${userId}`)
}
