import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { lockDueCourse, msUntilCourseDue, postponeCourse, storeCourse } from './course-store.ts'

const RETRY_MS = 60_000

/** One per transaction. Separate from the settlement, which would hold its locks for as long. */
export const coursesDue = (ctx: Context, { onError }: Pick<JobTools, 'onError'>): ScheduledJob => ({
  async runBatch() {
    let id: string | undefined
    try {
      return await ctx.db.tx(async (tx) => {
        id = await lockDueCourse(tx, ctx.clock.sqlNow())
        if (id !== undefined) await storeCourse(tx, id)
        return id !== undefined
      })
    } catch (error) {
      if (id === undefined) throw error
      onError(error)
      await postponeCourse(ctx.db, id, ctx.clock.sqlNow(), RETRY_MS)
      return true
    }
  },
  msUntilNextRun: () => msUntilCourseDue(ctx.db, ctx.clock.sqlNow()),
})
