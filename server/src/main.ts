import { buildApp } from './app.ts'
import type { ServerConfig } from './env/config.ts'
import { readEnv, takeSecret } from './env/env.ts'
import { defaultLimits } from './limits.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import { openBackgroundDatabase } from './platform/db/connection/open-database.ts'
import { registerPoolMetrics } from './platform/db/connection/pool-metrics.ts'
import type { Db } from './platform/db/db.ts'
import { perCallDb } from './platform/db/per-call-db.ts'
import { openFiles } from './platform/files/open-files.ts'
import { createImageEncoder } from './platform/images/image-encoder.ts'
import { createLive } from './platform/live/live.ts'
import type { LiveNats } from './platform/live/nats/live-nats.ts'
import { type LogStream, openLogStream, registerLogMetrics } from './platform/log/log-stream.ts'
import { requestLog } from './platform/log/request-log.ts'
import { registerJobMetrics } from './platform/scheduler/job-metrics.ts'
import { startScheduler } from './platform/scheduler/scheduler.ts'
import { tracedDb } from './platform/tracing/trace-database.ts'
import { tracedJob } from './platform/tracing/trace-job.ts'
import { registerTraceMetrics } from './platform/tracing/trace-metrics.ts'
import { openForRequests } from './prepare-database.ts'
import { stopOnSignal } from './programs/stop-on-signal.ts'
import { BACKGROUND_CONNECTIONS, openFeatures, scheduledJobs, startWorkers } from './run-features.ts'
import { tellFailure } from './tell-failure.ts'

/** Reports progress to the parent process, if any. */
const tell = (message: { type: 'progress'; text: string } | { type: 'ready'; url: string }) => process.send?.(message)

/** Starts the server. Returns a function that stops it: others take over for `drainMs`, then requests end. */
async function serve(config: ServerConfig, logStream: LogStream): Promise<() => Promise<void>> {
  tell({ type: 'progress', text: 'Connecting to PostgreSQL' })
  // Tracing is loaded only if traces are exported.
  const tracing = config.tracing && (await import('./platform/tracing/open-tracing.ts')).openTracing(config.tracing)
  const traced = (db: Db): Db => (tracing ? tracedDb(db, tracing) : db)
  const chain = rpcChain(config.chain, undefined, tracing)
  const opening = openFeatures({
    config,
    chain,
    clock: systemClock,
    limits: defaultLimits,
    takeSecret: (name) => takeSecret(config, name),
  })
  // It is awaited below; until then a rejection would be unhandled.
  opening.catch(() => {})
  const db = await openForRequests(config, {
    onApply: (tag) => tell({ type: 'progress', text: `Applying migration ${tag}` }),
    onBlocked: (tag) => tell({ type: 'progress', text: `Migration ${tag} waits for a table that others use` }),
    isAllowed: opening,
  })
  const opened = await opening
  const shared = perCallDb(db, config.databasePoolSize)
  const ctx = {
    db: traced(shared),
    chain,
    clock: systemClock,
    limits: defaultLimits,
    settings: config.settings,
    live: createLive({ clock: systemClock, limits: defaultLimits }),
    images: { ...createImageEncoder(defaultLimits.images), files: openFiles(config) },
    ...opened.context,
  }
  const nats = await openLiveNats(config)
  const app = await buildApp(ctx, { logger: requestLog(config.logLevel, logStream), tracing, nats })
  registerLogMetrics(app.metrics, logStream)
  nats?.link.reportTo((error) => app.log.error({ err: error }, 'NATS'))
  opened.reportTo(app.log, ctx)
  if (tracing) {
    registerTraceMetrics(app.metrics, tracing)
    tracing.reportTo(app.log)
  }
  const background = await openBackgroundDatabase(config, BACKGROUND_CONNECTIONS)
  registerPoolMetrics(app.metrics, { requests: ctx.db, background })
  const inBackground = { ...ctx, db: traced(background) }
  const stopWorkers = startWorkers(inBackground, app.log)
  await app.listen({ host: config.host, port: config.port })
  const metrics = registerJobMetrics(app.metrics)
  const onError = (err: unknown, kind: string) => {
    metrics.failed(kind)
    app.log.error({ err, kind }, 'a scheduled job failed and will be retried')
  }
  const jobs = scheduledJobs(inBackground, onError, app.log).map((job) => (tracing ? tracedJob(job, tracing) : job))
  for (const { name } of jobs) metrics.began(name)
  const stopScheduler = startScheduler(jobs, { onError, onRound: metrics.succeeded })
  tell({ type: 'ready', url: config.settings.origin })
  return async () => {
    if (config.drainMs > 0) {
      app.leaveBalancer()
      await app.endStreams(config.drainMs)
    }
    await Promise.all([stopWorkers(), stopScheduler()])
    await app.close()
    await nats?.link.close()
    await tracing?.close()
    await ctx.images.close()
    await opened.close()
    await background.close()
    await db.close()
  }
}

/** Opens NATS, which is loaded only if used, and connects while the server starts. */
async function openLiveNats({ natsUrls, settings }: ServerConfig): Promise<LiveNats | null> {
  if (natsUrls.length === 0) return null
  const [{ openNats }, { liveNats }] = await Promise.all([
    import('./platform/live/nats/nats-link.ts'),
    import('./platform/live/nats/live-nats.ts'),
  ])
  return liveNats(openNats(natsUrls, 'aura server'), settings.origin)
}

const logStream = openLogStream()
try {
  const config = readEnv()
  stopOnSignal(await serve(config, logStream), config, logStream)
} catch (error) {
  tellFailure(error)
  await logStream.exit(1)
}
