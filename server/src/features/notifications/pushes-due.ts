import type { Context } from '#platform/context'
import type { DueWork } from '#platform/due/due-loop'
import { pushedPath, retryMs } from './push.rules.ts'
import {
  type DuePush,
  deleteGoneSubscription,
  deletePush,
  msUntilPush,
  postponePush,
  takePushes,
} from './push-store.ts'

const AT_ONCE = 20
/** Longer than a push service is waited for: a server that ended on the way left it to the others. */
const LEASE_MS = 60_000

/** Sends what people were told to the browsers in which they asked for it; outside of any transaction. */
export const pushesDue = (ctx: Context): DueWork => ({
  async doSome() {
    if (!ctx.push) return false
    const taken = await takePushes(ctx.db, { now: ctx.clock.sqlNow(), limit: AT_ONCE, leaseMs: LEASE_MS })
    await Promise.all(taken.map((each) => send(ctx, each)))
    return taken.length > 0
  },
  msUntilNext: async () => (ctx.push ? msUntilPush(ctx.db, ctx.clock.sqlNow()) : null),
})

async function send(ctx: Context, due: DuePush): Promise<void> {
  const { notificationId, subscriptionId, type, title, message, relatedId } = due
  // No more than what the notification says and where it leads.
  const payload = JSON.stringify({ id: notificationId, title, message, path: pushedPath(type, relatedId) })
  const outcome = await ctx.push?.send(due, payload)
  if (outcome === 'gone') return deleteGoneSubscription(ctx.db, subscriptionId)
  const ms = typeof outcome === 'object' ? retryMs(due.attempts, outcome.retryAfterMs) : null
  if (ms === null) return deletePush(ctx.db, due)
  return postponePush(ctx.db, due, { now: ctx.clock.sqlNow(), ms })
}
