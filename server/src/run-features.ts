import { features } from './features.ts'
import type { Context } from './platform/context.ts'
import type { Tx } from './platform/db/db.ts'
import { limitedDb } from './platform/db/limited-db.ts'
import type { Feature, JobLog, ServerStart, WorkerLog } from './platform/feature.ts'
import { partitionsDue } from './platform/partitions/partitions.ts'
import { retentionOf, trimmingDue } from './platform/retention/trim-tables.ts'
import { platformRetention } from './platform/retention-tables.ts'
import type { NamedWork } from './platform/scheduler/scheduler.ts'
import { within } from './platform/within.ts'

interface OpenedFeatures {
  context: Partial<Context>
  reportTo(log: JobLog, ctx: Context): void
  close(): Promise<void>
}

/** Opens the features. Throws the OperatorError of the first feature that refuses the start. */
export async function openFeatures(start: ServerStart): Promise<OpenedFeatures> {
  const opened = await Promise.all(features.flatMap(({ opens }) => opens?.(start, features) ?? []))
  return {
    context: Object.assign({}, ...opened.map(({ context }) => context)),
    reportTo(log, ctx) {
      for (const { reportTo } of opened) reportTo?.(log, ctx)
    },
    async close() {
      await Promise.all(opened.map(({ close }) => close?.()))
    },
  }
}

/** Connections per job, so that a stuck job leaves connections to the others. */
const CONNECTIONS_PER_JOB = 2

/** Retention of all tables of the product. */
export const retention = retentionOf(platformRetention, features)

/** Makes room in a new database for the rows of a backup. */
export async function beforeRestore(tx: Tx, at: Date): Promise<void> {
  for (const feature of features) await feature.beforeRestore?.(tx, at)
}

export const partitioned = features.flatMap((feature) => feature.partitioned ?? [])

const platformJobs: NonNullable<Feature['jobs']> = {
  trimming: (ctx, { onError }) => trimmingDue(ctx, { tables: retention, onError }),
  partitions: (ctx) => partitionsDue(ctx, partitioned),
}
const jobs = [platformJobs, ...features.map((feature) => feature.jobs ?? {})].flatMap((each) => Object.entries(each))
const workers = features.flatMap(({ worker = [] }) => worker)

export const JOB_CONNECTIONS = CONNECTIONS_PER_JOB * jobs.length
export const BACKGROUND_CONNECTIONS = workers.reduce((sum, { connections }) => sum + connections, JOB_CONNECTIONS)

export const scheduledJobs = (
  ctx: Context,
  onError: (error: unknown, kind: string) => void,
  log: JobLog,
): NamedWork[] =>
  jobs.flatMap(([name, make]) => {
    const own = { ...ctx, db: limitedDb(ctx.db, CONNECTIONS_PER_JOB) }
    const job = make(own, { onError: (error) => onError(error, name), log, features })
    return job ? { name, ...job } : []
  })

/**
 * Starts workers, each with connections of its own. Returns a function that stops them: it resolves when they have
 * stopped, or after `graceMs`, since one may wait for a node that hangs.
 */
export function startWorkers(ctx: Context, log: WorkerLog, graceMs = 5_000): () => Promise<void> {
  const running = workers.flatMap(
    ({ connections, start }) => start({ ...ctx, db: limitedDb(ctx.db, connections) }, log, features) ?? [],
  )
  return async () => {
    await within(graceMs, Promise.all(running.map((worker) => worker.stop())))
  }
}

export const eventHandlers = features.flatMap(({ chainEvents = [] }) => chainEvents)
