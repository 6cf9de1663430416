import { insertDeviceNotification } from '#features/notifications'
import type { Context } from '#platform/context'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { beginHour, lockHeld, msUntilDigest, queueFor } from './digest-store.ts'

/** Sends one digest for the messages held back in an hour, counted in its transaction: none is lost or repeated. */
export const digestsDue = (ctx: Context): ScheduledJob => ({
  runBatch: () =>
    ctx.db.tx(async (tx) => {
      const now = ctx.clock.sqlNow()
      const hour = await lockHeld(tx, now)
      if (!hour) return false
      const { userId, type, held, startedAt } = hour
      const id = await insertDeviceNotification(tx, ctx.clock, {
        userId,
        type,
        title: held === 1 ? '1 more notification' : `${held} more notifications`,
        message: 'From the past hour. Open Aura to read more.',
        key: `digest/${type}/${startedAt.toISOString()}`,
      })
      if (id !== null) await queueFor(tx, { id, userId }, now)
      await beginHour(tx, hour, now)
      return true
    }),
  msUntilNextRun: () => msUntilDigest(ctx.db, ctx.clock.sqlNow()),
  maxSleepMs: UNHURRIED_MS,
})
