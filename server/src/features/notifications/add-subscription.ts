import { randomUUID } from 'node:crypto'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import {
  type BrowserSubscription,
  deleteSurplusSubscriptions,
  lockSubscriber,
  upsertSubscription,
} from './push-store.ts'

/**
 * Turns notifications on in the browser of a session. Its former address is forgotten, and so is the browser that was
 * not used for longest, where the person has more than `pushBrowsers` of them. Throws UNAUTHORIZED when the session has
 * ended meanwhile.
 */
export async function addSubscription(ctx: Context, browser: BrowserSubscription): Promise<void> {
  const { userId, sessionHash, target } = browser
  await ctx.db.tx(async (tx) => {
    await lockSubscriber(tx, userId)
    if (!(await upsertSubscription(tx, { id: randomUUID(), ...browser }))) throw new AppError('UNAUTHORIZED')
    const most = ctx.limits.pushBrowsers
    await deleteSurplusSubscriptions(tx, { userId, sessionHash, endpoint: target.endpoint, most })
  })
}
