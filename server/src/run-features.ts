import type { ServerConfig } from './env.ts'
import { features } from './features.ts'
import type { Context } from './platform/context.ts'
import { limitedDb } from './platform/db/limited-db.ts'
import type { JobLog, WorkerLog } from './platform/feature.ts'
import type { NamedWork } from './platform/scheduler/scheduler.ts'

/** Per job, so that a stuck one leaves connections to the others. */
const CONNECTIONS_PER_JOB = 2

const jobs = features.flatMap((feature) => Object.entries(feature.jobs ?? {}))
const workers = features.flatMap(({ worker = [] }) => worker)

export const JOB_CONNECTIONS = CONNECTIONS_PER_JOB * jobs.length
export const BACKGROUND_CONNECTIONS = workers.reduce((sum, { connections }) => sum + connections, JOB_CONNECTIONS)

/** Returns the features' own parts of the context. */
export async function openParts(config: ServerConfig): Promise<Partial<Context>> {
  return Object.assign({}, ...(await Promise.all(features.map(({ opens }) => opens?.(config)))))
}

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

/** Each worker has its own connections. Returns a function that stops them. */
export function startWorkers(ctx: Context, log: WorkerLog): () => Promise<void> {
  const running = workers.flatMap(
    ({ connections, start }) => start({ ...ctx, db: limitedDb(ctx.db, connections) }, log, features) ?? [],
  )
  return async () => {
    await Promise.all(running.map((worker) => worker.stop()))
  }
}

export const eventHandlers = features.flatMap(({ chainEvents = [] }) => chainEvents)
