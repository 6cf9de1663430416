import { databaseTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import { type ScheduledJob, UNHURRIED_MS } from '../scheduler/scheduler.ts'
import type { Retention, TrimRule } from './retention.ts'
import { TRIMMED_AT_ONCE } from './rule-store.ts'
import { insertRounds, lockDueRound, msUntilRound, postponeRound, removeRows, updateRound } from './store.ts'

/** Interval of rounds once no old rows are left. */
const ROUND_MS = 60 * 60_000
/** Pause between the batches of a rule, so that a backlog leaves the disk to requests: at most 10,000 rows a second. */
const PAUSE_MS = 100
const FAILED_MS = 10 * 60_000

export const trimRules = (tables: readonly Retention[]): TrimRule[] =>
  tables.flatMap((retention) => (retention.stays === 'trimmed' ? retention.rules : []))

/**
 * Removes old rows of all tables, one bounded batch of one rule per transaction, so that a killed server loses only its
 * batch. Several servers trim different tables. A failing rule is postponed and never blocks the others.
 */
export function trimmingDue(
  ctx: Context,
  { tables, onError }: { tables: readonly Retention[]; onError: (error: unknown) => void },
): ScheduledJob {
  const rules = new Map(trimRules(tables).map((rule) => [rule.name, rule]))
  const names = [...rules.keys()]
  let isListed = false

  async function batch(): Promise<boolean> {
    let trying: string | undefined
    try {
      return await ctx.db.tx(async (tx) => {
        trying = await lockDueRound(tx, names, ctx.clock.sqlNow())
        const rule = rules.get(trying ?? '')
        if (rule) await trim(ctx, tx, rule)
        return rule !== undefined
      })
    } catch (error) {
      if (trying === undefined) throw error
      onError(error)
      await postponeRound(ctx.db, trying, { now: ctx.clock.sqlNow(), ms: FAILED_MS })
      return true
    }
  }

  return {
    async runBatch() {
      if (!isListed) await insertRounds(ctx.db, names, ctx.clock.sqlNow())
      isListed = true
      return batch()
    },
    msUntilNextRun: () => msUntilRound(ctx.db, ctx.clock.sqlNow(), names),
    maxSleepMs: UNHURRIED_MS,
  }
}

async function trim(
  ctx: Context,
  tx: Parameters<Parameters<Context['db']['tx']>[0]>[0],
  { name, statement, keptMs }: TrimRule,
): Promise<void> {
  const now = await databaseTime(tx, ctx.clock)
  const cutoff = new Date(now.getTime() - keptMs(ctx.limits))
  const removed = await removeRows(tx, statement, cutoff)
  const hasMore = removed === TRIMMED_AT_ONCE
  await updateRound(tx, {
    name,
    removed,
    cutoff,
    dueAt: new Date(now.getTime() + (hasMore ? PAUSE_MS : ROUND_MS)),
    finishedAt: hasMore ? null : now,
  })
}

export const retentionOf = (own: readonly Retention[], features: readonly Feature[]): Retention[] => [
  ...own,
  ...features.flatMap(({ retention = [] }) => retention),
]
