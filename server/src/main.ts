import { buildApp } from './app.ts'
import { readEnv, type ServerConfig, takeSignerKey } from './env.ts'
import { eventHandlers } from './event-handlers.ts'
import { type WatchLog, watchChain } from './features/chain-events/index.ts'
import { keepSnapshot, releaseLapsed, reservesAlarm, unexplainedAlarm } from './features/steeze/index.ts'
import { DUE_CONNECTIONS, dueWorks } from './features.ts'
import { defaultLimits } from './limits.ts'
import { logSigner } from './log-signer.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { limitedDb } from './platform/db/limited-db.ts'
import { openBackgroundDatabase } from './platform/db/open-database.ts'
import { openFiles } from './platform/files/open-files.ts'
import { createImageEncoder } from './platform/images/image-encoder.ts'
import { createLive } from './platform/live/live.ts'
import { type LogStream, openLogStream, registerLogMetrics } from './platform/log/log-stream.ts'
import { requestLog } from './platform/log/request-log.ts'
import { localPushKeys } from './platform/push/local-keys.ts'
import { webPush } from './platform/push/push.ts'
import { startDueLoop } from './platform/scheduler/due-loop.ts'
import { type SignerProcess, startSigner } from './platform/signer/start-signer.ts'
import { openForRequests } from './prepare-database.ts'
import { tellFailure } from './tell-failure.ts'

/** Tells whoever started this process how far it is; alone, it says nothing. */
const tell = (message: { type: 'progress'; text: string } | { type: 'ready'; url: string }) => process.send?.(message)

async function serve(config: ServerConfig, logStream: LogStream): Promise<() => Promise<void>> {
  tell({
    type: 'progress',
    text: config.databaseUrl === null ? 'Opening the embedded database' : 'Connecting to PostgreSQL',
  })
  const signing = openSigner(config)
  // It is waited for below; until then nobody listens to its failure.
  signing?.catch(() => {})
  const db = await openForRequests(config, (tag) => tell({ type: 'progress', text: `Applying migration ${tag}` }))
  const signer = (await signing) ?? null
  const ctx = {
    db,
    chain: rpcChain(config.chain),
    clock: systemClock,
    limits: defaultLimits,
    settings: config.settings,
    live: createLive({ clock: systemClock, limits: defaultLimits }),
    images: { ...createImageEncoder(defaultLimits.images), files: openFiles(config) },
    push: await openPush(config),
    signer,
  }
  const app = await buildApp(ctx, { logger: requestLog(config.logLevel, logStream) })
  registerLogMetrics(app.metrics, logStream)
  if (signer) logSigner(ctx, signer, app.log)
  const background = await openBackgroundDatabase(config, db, DUE_CONNECTIONS + WATCHER_CONNECTIONS)
  const watcher = watch({ ...ctx, db: limitedDb(background.db, WATCHER_CONNECTIONS) }, app.log)
  await app.listen({ host: config.host, port: config.port })
  const onError = (err: unknown, kind: string) =>
    app.log.error({ err, kind }, 'something that was due failed; it is tried again')
  const stopDue = startDueLoop(dueWorks({ ...ctx, db: background.db }, onError, app.log), { onError })
  tell({ type: 'ready', url: config.settings.origin })
  return async () => {
    await watcher?.stop()
    await stopDue()
    await app.close()
    await ctx.images.close()
    await signer?.close()
    await background.close()
    await db.close()
  }
}

/** Hands the key to the signer's process, and keeps nothing of it here. */
function openSigner(config: ServerConfig): Promise<SignerProcess> | undefined {
  const { chain, dataDir, extraCaCerts } = config
  const key = takeSignerKey(config)
  return key && chain.contracts ? startSigner({ key, chain, dataDir, extraCaCerts, limits: defaultLimits }) : undefined
}

/** How many connections of the database following the chain uses at most. */
const WATCHER_CONNECTIONS = 4

/** On `local` with keys of its own, which are kept; elsewhere with those it is told, if any. */
async function openPush({ chain, dataDir, push }: ServerConfig) {
  if (push.keys) return webPush({ ...push.keys, subject: push.subject })
  return chain.kind === 'local' ? webPush({ ...(await localPushKeys(dataDir)), subject: push.subject }) : null
}

/** On `local` blocks come as they are needed; elsewhere every two seconds. */
const LOOK_EVERY_MS = { local: 500, 'base-sepolia': 2_000, base: 2_000 }

/** Follows the contracts, where there are any. */
function watch(ctx: Context, log: WatchLog) {
  if (!ctx.chain.contracts) return undefined
  const sayWhatIsUnexplained = unexplainedAlarm(ctx, log)
  const compareReserves = reservesAlarm(ctx, log)
  return watchChain(ctx, {
    handlers: eventHandlers,
    log,
    intervalMs: LOOK_EVERY_MS[ctx.chain.kind],
    afterwards: async () => {
      await sayWhatIsUnexplained()
      await compareReserves()
      await releaseLapsed(ctx)
      await keepSnapshot(ctx)
    },
  })
}

function stopOnSignal(stop: () => Promise<void>, logStream: LogStream): void {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    // A request that never ends must not keep the server from ending.
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
  // Whoever started this server is gone: it must not stay behind, holding the database.
  process.on('disconnect', once)
}

const logStream = openLogStream()
try {
  stopOnSignal(await serve(readEnv(), logStream), logStream)
} catch (error) {
  tellFailure(error)
  await logStream.exit(1)
}
