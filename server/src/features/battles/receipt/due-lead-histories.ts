import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import {
  lockDueLeadHistory,
  msUntilLeadHistoryDue,
  postponeLeadHistory,
  storeLeadHistory,
} from './lead-history-store.ts'

const RETRY_MS = 60_000

/** Computes lead histories, one per transaction. Not part of the settlement, whose locks would last as long. */
export const leadHistoriesDue = (ctx: Context, { onError }: Pick<JobTools, 'onError'>): ScheduledJob => ({
  async runBatch() {
    let id: string | undefined
    try {
      return await ctx.db.tx(async (tx) => {
        id = await lockDueLeadHistory(tx, ctx.clock.sqlNow())
        if (id !== undefined) await storeLeadHistory(tx, id)
        return id !== undefined
      })
    } catch (error) {
      if (id === undefined) throw error
      onError(error)
      await postponeLeadHistory(ctx.db, id, ctx.clock.sqlNow(), RETRY_MS)
      return true
    }
  },
  msUntilNextRun: () => msUntilLeadHistoryDue(ctx.db, ctx.clock.sqlNow()),
  maxSleepMs: SOON_MS,
  onlyWhenDue: true,
})
