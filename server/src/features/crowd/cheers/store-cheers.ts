import type { Context } from '#platform/context'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { cheerCounter } from './cheer-counter.ts'
import { addCheers } from './cheer-store.ts'

/**
 * Adds this server's counts to the battles' rows: at most one statement per round, however many people cheer. Cheers
 * decide nothing, so those of a server that crashes are lost.
 */
export function cheersDue(ctx: Context): ScheduledJob {
  const counter = cheerCounter(ctx.live)
  async function runBatch(): Promise<boolean> {
    const counted = counter.take()
    if (counted.length === 0) return false
    try {
      await addCheers(ctx.db, counted)
    } catch (error) {
      for (const cheers of counted) counter.add(cheers)
      throw error
    }
    for (const battleId of new Set(counted.map((cheers) => cheers.battleId))) ctx.live.changed(`cheers:${battleId}`)
    return false
  }
  return {
    runBatch,
    msUntilNextRun: async () => null,
    async finish() {
      await runBatch()
    },
  }
}
