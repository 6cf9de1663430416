import { REMINDER_RULES } from '@aura/api/rules/reminders'
import { findLearningTimes } from '#features/streak'
import type { Context } from '#platform/context'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { usualHour } from './rounds.ts'
import { hasStale, lockStale, updateUsualHours } from './store.ts'

const BATCH_SIZE = 200

/** Computes the usual hour of users who learned or changed their zone since, so that no claim waits for it. */
export function usualHoursDue(ctx: Context): ScheduledJob {
  return {
    runBatch: () =>
      ctx.db.tx(async (tx) => {
        const stale = await lockStale(tx, BATCH_SIZE)
        if (stale.length === 0) return false
        const times = await findLearningTimes(
          tx,
          stale.map(({ userId }) => userId),
          REMINDER_RULES.learningDays,
        )
        await updateUsualHours(
          tx,
          stale.map(({ userId, timeZone }) => ({ userId, hour: usualHour(times.get(userId) ?? [], timeZone) })),
        )
        return stale.length === BATCH_SIZE
      }),
    msUntilNextRun: async () => ((await hasStale(ctx.db)) ? 0 : null),
    maxSleepMs: SOON_MS,
    onlyWhenDue: true,
  }
}
