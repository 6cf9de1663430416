import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { within } from '#platform/within'
import { filesOf } from './image-name.ts'
import { beginRemoval, deleteImage, msUntilRemoval } from './store.ts'

const STORE_MS = 15_000
/** Milliseconds before a failed removal is retried; longer than the store's timeout. */
const LEASE_MS = 60_000

/** Removes the files of unused images, outside any transaction. */
export const imagesDue = (ctx: Context, { onError }: Pick<JobTools, 'onError'>): ScheduledJob => ({
  async runBatch() {
    const name = await beginRemoval(ctx.db, { now: ctx.clock.sqlNow(), leaseMs: LEASE_MS })
    if (name === undefined) return false
    try {
      const files = filesOf(name).map((file) => ctx.images.files.remove(file))
      if (!(await within(STORE_MS, Promise.all(files)))) throw new Error(`the store has taken ${STORE_MS} ms so far`)
      await deleteImage(ctx.db, name)
    } catch (error) {
      onError(error)
    }
    return true
  },
  msUntilNextRun: () => msUntilRemoval(ctx.db, ctx.clock.sqlNow()),
  maxSleepMs: UNHURRIED_MS,
})
