import { databaseTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { ScheduledJob } from '../scheduler/scheduler.ts'
import type { Backfill } from './backfill.ts'
import { READ_AT_ONCE } from './batch-store.ts'
import {
  type DueBackfill,
  fillBatch,
  insertBackfills,
  lockDueBackfill,
  msUntilBackfill,
  postponeBackfill,
  updateBackfill,
} from './store.ts'

/** After a batch that changed rows, so that the disk is left to requests: at most 5,000 rows a second. */
const PAUSE_MS = 100
/**
 * Between passes. Servers of the version before, which don't fill the column, may add rows that a pass has gone past;
 * they have this long to be replaced.
 */
export const PASS_MS = 60 * 60_000
const FAILED_MS = 10 * 60_000
/** The first may have run beside servers of the version before. */
const MIN_PASSES = 2

/**
 * Runs each backfill in batches by primary key, one in each transaction together with how far it came, so a killed server
 * loses nothing but its batch. Several servers run different ones. A backfill is complete once a pass, at least the
 * second, changed nothing. One that fails is postponed and never blocks the others.
 */
export function backfillsDue(
  ctx: Pick<Context, 'db' | 'clock'>,
  { backfills, onError }: { backfills: readonly Backfill[]; onError: (error: unknown) => void },
): ScheduledJob {
  const byName = new Map(backfills.map((each) => [each.name, each]))
  const names = [...byName.keys()]
  let isListed = false

  async function batch(): Promise<boolean> {
    let trying: string | undefined
    try {
      return await ctx.db.tx(async (tx) => {
        const due = await lockDueBackfill(tx, names, ctx.clock.sqlNow())
        trying = due?.name
        const backfill = byName.get(trying ?? '')
        if (!due || !backfill) return false
        const now = await databaseTime(tx, ctx.clock)
        await updateBackfill(tx, after(due, await fillBatch(tx, backfill, due.cursor), now))
        return true
      })
    } catch (error) {
      if (trying === undefined) throw error
      onError(error)
      await postponeBackfill(ctx.db, trying, { now: ctx.clock.sqlNow(), ms: FAILED_MS })
      return true
    }
  }

  return {
    async runBatch() {
      if (names.length === 0) return false
      if (!isListed) await insertBackfills(ctx.db, names, ctx.clock.sqlNow())
      isListed = true
      return batch()
    },
    msUntilNextRun: async () => (names.length === 0 ? null : msUntilBackfill(ctx.db, names, ctx.clock.sqlNow())),
  }
}

function after(
  { name, passes, filledInPass }: DueBackfill,
  { last, read, filled }: Awaited<ReturnType<typeof fillBatch>>,
  now: Date,
): Parameters<typeof updateBackfill>[1] {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  const changed = filledInPass + filled
  if (read === READ_AT_ONCE) {
    const dueAt = inMs(filled > 0 ? PAUSE_MS : 0)
    return { name, passes, cursor: last, filled, filledInPass: changed, dueAt, completedAt: null }
  }
  const isComplete = passes + 1 >= MIN_PASSES && changed === 0
  return {
    name,
    passes: passes + 1,
    cursor: null,
    filled,
    filledInPass: 0,
    dueAt: inMs(PASS_MS),
    completedAt: isComplete ? now : null,
  }
}
