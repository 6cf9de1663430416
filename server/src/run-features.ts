import { features } from './features.ts'
import type { Context } from './platform/context.ts'
import { limitedDb } from './platform/db/limited-db.ts'
import type { JobLog, WorkerLog } from './platform/feature.ts'
import type { NamedWork } from './platform/scheduler/scheduler.ts'

/** How many connections of the database one scheduled job uses at most, so that a stuck one leaves the others theirs. */
const CONNECTIONS_PER_JOB = 2

const jobs = features.flatMap((feature) => Object.entries(feature.jobs ?? {}))
const workers = features.flatMap(({ worker = [] }) => worker)

/** How many connections all scheduled jobs use at most. */
export const JOB_CONNECTIONS = CONNECTIONS_PER_JOB * jobs.length
/** How many connections everything that is no request uses at most. */
export const BACKGROUND_CONNECTIONS = workers.reduce((sum, { connections }) => sum + connections, JOB_CONNECTIONS)

/** Returns the scheduled jobs of all features. None of them waits for another. */
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

/** Starts the workers of all features, each with connections of its own. Returns how to stop them. */
export function startWorkers(ctx: Context, log: WorkerLog): () => Promise<void> {
  const running = workers.flatMap(
    ({ connections, start }) => start({ ...ctx, db: limitedDb(ctx.db, connections) }, log, features) ?? [],
  )
  return async () => {
    await Promise.all(running.map((worker) => worker.stop()))
  }
}

/** What the features do about events of the contracts. */
export const eventHandlers = features.flatMap(({ chainEvents = [] }) => chainEvents)
