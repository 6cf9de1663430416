import type { Answer } from '@aura/api/calls'
import { STATUS_PARTS } from '@aura/api/calls/status'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { completeDays } from './status.rules.ts'
import { readStates } from './status-source.ts'
import { findDays, findRecorder } from './store.ts'

/** Returns the parts of this installation, each with its current state and the states of the recorded days. */
export async function readStatus(ctx: Context, features: readonly Feature[]): Promise<Answer<'GET /api/status'>> {
  const now = await databaseTime(ctx.db, ctx.clock)
  const [recorder, rows, states] = await Promise.all([
    findRecorder(ctx.db),
    findDays(ctx.db),
    readStates(ctx, features),
  ])
  const inOrder = STATUS_PARTS.flatMap((part) => states.filter((state) => state.part === part))
  return {
    since: recorder?.since.toISOString() ?? null,
    checkedAt: now.toISOString(),
    parts: inOrder.map(({ part, state }) => ({
      part,
      state,
      days: recorder
        ? completeDays(
            rows.filter((row) => row.part === part),
            recorder,
            now,
          )
        : [],
    })),
  }
}
