import { buildApp } from './app.ts'
import { readEnv, type ServerConfig, takeSignerKey } from './env.ts'
import { defaultLimits } from './limits.ts'
import { logSigner } from './log-signer.ts'
import type { Chain } from './platform/chain/chain.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { SettingsGuard } from './platform/chain/settings-guard.ts'
import { systemClock } from './platform/clock.ts'
import { openBackgroundDatabase } from './platform/db/open-database.ts'
import { perCallDb } from './platform/db/per-call-db.ts'
import { openFiles } from './platform/files/open-files.ts'
import { createImageEncoder } from './platform/images/image-encoder.ts'
import { createLive } from './platform/live/live.ts'
import { type LogStream, openLogStream, registerLogMetrics } from './platform/log/log-stream.ts'
import { requestLog } from './platform/log/request-log.ts'
import { startScheduler } from './platform/scheduler/scheduler.ts'
import { guardSigner } from './platform/signer/guard-signer.ts'
import { type SignerProcess, startSigner } from './platform/signer/start-signer.ts'
import { openForRequests } from './prepare-database.ts'
import { BACKGROUND_CONNECTIONS, openParts, scheduledJobs, startWorkers } from './run-features.ts'
import { tellFailure } from './tell-failure.ts'

/** Reports progress to the parent process, if any. */
const tell = (message: { type: 'progress'; text: string } | { type: 'ready'; url: string }) => process.send?.(message)

async function serve(config: ServerConfig, logStream: LogStream): Promise<() => Promise<void>> {
  tell({
    type: 'progress',
    text: config.databaseUrl === null ? 'Opening the embedded database' : 'Connecting to PostgreSQL',
  })
  const chain = rpcChain(config.chain)
  const checking = openChecked(config, chain)
  // Awaited below; until then a rejection would be unhandled.
  checking.catch(() => {})
  const db = await openForRequests(config, {
    onApply: (tag) => tell({ type: 'progress', text: `Applying migration ${tag}` }),
    isAllowed: checking,
  })
  const { signer, guard } = await checking
  const ctx = {
    // The embedded database has a single connection anyway.
    db: db.kind === 'postgres' ? perCallDb(db, config.databasePoolSize) : db,
    chain,
    clock: systemClock,
    limits: defaultLimits,
    settings: config.settings,
    live: createLive({ clock: systemClock, limits: defaultLimits }),
    images: { ...createImageEncoder(defaultLimits.images), files: openFiles(config) },
    ...(await openParts(config)),
    signer: signer && guard ? guardSigner(signer, guard) : null,
    ...(guard && { settingsGuard: guard }),
  }
  const app = await buildApp(ctx, { logger: requestLog(config.logLevel, logStream) })
  registerLogMetrics(app.metrics, logStream)
  if (signer) logSigner(ctx, signer, app.log)
  const background = await openBackgroundDatabase(config, db, BACKGROUND_CONNECTIONS)
  const inBackground = { ...ctx, db: background.db }
  const stopWorkers = startWorkers(inBackground, app.log)
  await app.listen({ host: config.host, port: config.port })
  const onError = (err: unknown, kind: string) =>
    app.log.error({ err, kind }, 'a scheduled job failed and will be retried')
  const stopScheduler = startScheduler(scheduledJobs(inBackground, onError, app.log), { onError })
  tell({ type: 'ready', url: config.settings.origin })
  return async () => {
    await stopWorkers()
    await stopScheduler()
    await app.close()
    await ctx.images.close()
    await signer?.close()
    await background.close()
    await db.close()
  }
}

/** Starts the signer and has the network confirm the settings. Throws SettingsContradicted and SignerUnusable. */
async function openChecked(
  config: ServerConfig,
  chain: Chain,
): Promise<{ signer: SignerProcess | null; guard: SettingsGuard | null }> {
  const signer = (await openSigner(config)) ?? null
  const guard = chain.contracts ? new SettingsGuard({ chain, clock: systemClock }, signer?.address ?? null) : null
  await guard?.assertNotContradicted()
  return { signer, guard }
}

/** The key goes to the signer's process; this one keeps no copy. */
function openSigner(config: ServerConfig): Promise<SignerProcess> | undefined {
  const { chain, dataDir, extraCaCerts } = config
  const key = takeSignerKey(config)
  return key && chain.contracts ? startSigner({ key, chain, dataDir, extraCaCerts, limits: defaultLimits }) : undefined
}

function stopOnSignal(stop: () => Promise<void>, logStream: LogStream): void {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    // A request that never ends must not keep the server alive.
    setTimeout(() => logStream.exit(1), 8_000).unref()
    stop().then(
      () => logStream.exit(0),
      (error) => {
        tellFailure(error)
        return logStream.exit(1)
      },
    )
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  // The parent is gone: don't stay behind and hold the database.
  process.on('disconnect', once)
}

const logStream = openLogStream()
try {
  stopOnSignal(await serve(readEnv(), logStream), logStream)
} catch (error) {
  tellFailure(error)
  await logStream.exit(1)
}
