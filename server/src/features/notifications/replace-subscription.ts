import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import {
  type BrowserSubscription,
  deleteOtherSubscription,
  deleteSurplusSubscriptions,
  holdSession,
  lockSubscriber,
  lockSubscription,
  moveSubscription,
} from './push-store.ts'

/**
 * A browser got another address from its push service: what waits for the old one goes to the new one. Throws
 * PUSH_SUBSCRIPTION_NOT_FOUND where the old one is not (or no longer) this person's, who then did not ask to be told, and
 * UNAUTHORIZED when the session has ended meanwhile.
 */
export async function replaceSubscription(ctx: Context, endpoint: string, browser: BrowserSubscription): Promise<void> {
  const { userId, sessionHash, target } = browser
  await ctx.db.tx(async (tx) => {
    await lockSubscriber(tx, userId)
    if (!(await holdSession(tx, browser))) throw new AppError('UNAUTHORIZED')
    const id = await lockSubscription(tx, userId, endpoint)
    if (id === undefined) throw new AppError('PUSH_SUBSCRIPTION_NOT_FOUND')
    await deleteOtherSubscription(tx, target.endpoint, id)
    await moveSubscription(tx, id, browser)
    const most = ctx.limits.pushBrowsers
    await deleteSurplusSubscriptions(tx, { userId, sessionHash, endpoint: target.endpoint, most })
  })
}
