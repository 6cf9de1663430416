import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature, JobTools } from '#platform/feature'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { MINUTE_MS, STATUS_DAYS } from './status.rules.ts'
import { readStates } from './status-source.ts'
import { addMinute, claimMinute, deleteDaysBefore } from './store.ts'

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS)

/** Adds this minute to each part's day, once on any number of servers. Returns the minute by the database's clock. */
export async function recordMinute(ctx: Context, features: readonly Feature[]): Promise<Date> {
  const states = await readStates(ctx, features)
  return ctx.db.tx(async (tx) => {
    const now = await databaseTime(tx, ctx.clock)
    const minute = await claimMinute(tx, now)
    if (!minute) return now
    for (const { part, state } of states) await addMinute(tx, minute, part, state)
    await deleteDaysBefore(tx, minute, STATUS_DAYS)
    return now
  })
}

export function minutesDue(ctx: Context, { features }: Pick<JobTools, 'features'>): ScheduledJob {
  let recorded = -1
  return {
    async runBatch() {
      // Uses the database's minute, which may begin a moment after this machine's.
      if (recorded < minuteOf(ctx.clock.now())) recorded = minuteOf(await recordMinute(ctx, features))
      return false
    },
    msUntilNextRun: async () => MINUTE_MS - (ctx.clock.now().getTime() % MINUTE_MS),
  }
}
