import type { StatusSource } from '#features/status'
import { msUntilDue } from './due-store.ts'

/** A start or an end that is this late is seen by those who wait for it, and then by everybody. */
const LATE_MS = 60_000
const STUCK_MS = 10 * 60_000

/** By the oldest start or end that is overdue. */
export const battlesStatus: StatusSource = {
  part: 'battles',
  async state(ctx) {
    const overdueMs = -((await msUntilDue(ctx.db, { now: ctx.clock.sqlNow(), except: [] })) ?? 0)
    return overdueMs > STUCK_MS ? 'down' : overdueMs > LATE_MS ? 'degraded' : 'up'
  },
}
