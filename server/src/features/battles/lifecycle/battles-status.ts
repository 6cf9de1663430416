import type { StatusSource } from '#features/status'
import { msUntilDue } from './due-store.ts'

/** Lateness of a start or an end that users notice. */
const LATE_MS = 60_000
const STUCK_MS = 10 * 60_000

/** Reports the oldest overdue start or end. */
export const battlesStatus: StatusSource = {
  part: 'battles',
  async state(ctx) {
    const overdueMs = -((await msUntilDue(ctx.db, ctx.clock.sqlNow(), [])) ?? 0)
    return overdueMs > STUCK_MS ? 'down' : overdueMs > LATE_MS ? 'degraded' : 'up'
  },
}
