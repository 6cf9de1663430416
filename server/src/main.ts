import { buildApp } from './app.ts'
import { readEnv, type ServerConfig, takeSignerKey } from './env.ts'
import { eventHandlers } from './event-handlers.ts'
import { type WatchLog, watchChain } from './features/chain-events/index.ts'
import {
  keepSnapshot,
  registerSettings,
  releaseLapsed,
  reservesAlarm,
  settingsWatch,
  unexplainedAlarm,
} from './features/steeze/index.ts'
import { DUE_CONNECTIONS, dueWorks } from './features.ts'
import { defaultLimits } from './limits.ts'
import { logSigner } from './log-signer.ts'
import type { Chain } from './platform/chain/chain.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { SettingsGuard } from './platform/chain/settings-guard.ts'
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
import { guardSigner } from './platform/signer/guard-signer.ts'
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
  const chain = rpcChain(config.chain)
  const checking = openChecked(config, chain)
  // It is waited for below; until then nobody listens to its failure.
  checking.catch(() => {})
  const db = await openForRequests(config, {
    onApply: (tag) => tell({ type: 'progress', text: `Applying migration ${tag}` }),
    isAllowed: checking,
  })
  const { signer, guard } = await checking
  const ctx = {
    db,
    chain,
    clock: systemClock,
    limits: defaultLimits,
    settings: config.settings,
    live: createLive({ clock: systemClock, limits: defaultLimits }),
    images: { ...createImageEncoder(defaultLimits.images), files: openFiles(config) },
    push: await openPush(config),
    signer: signer && guard ? guardSigner(signer, guard) : null,
  }
  const app = await buildApp(ctx, { logger: requestLog(config.logLevel, logStream) })
  registerLogMetrics(app.metrics, logStream)
  if (guard) registerSettings(app.metrics, guard)
  if (signer) logSigner(ctx, signer, app.log)
  const background = await openBackgroundDatabase(config, db, DUE_CONNECTIONS + WATCHER_CONNECTIONS)
  const watching = { ...ctx, db: limitedDb(background.db, WATCHER_CONNECTIONS) }
  const watcher = watch(watching, app.log)
  await app.listen({ host: config.host, port: config.port })
  const onError = (err: unknown, kind: string) =>
    app.log.error({ err, kind }, 'something that was due failed; it is tried again')
  const stopDue = startDueLoop(
    [
      ...dueWorks({ ...ctx, db: background.db }, onError, app.log),
      ...(guard ? [{ name: 'settings', ...settingsWatch(watching, guard, app.log) }] : []),
    ],
    { onError },
  )
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

/**
 * Starts the signer, where there is one, and asks the network whether it confirms the settings. Throws SettingsContradicted,
 * and SignerUnusable.
 */
async function openChecked(
  config: ServerConfig,
  chain: Chain,
): Promise<{ signer: SignerProcess | null; guard: SettingsGuard | null }> {
  const signer = (await openSigner(config)) ?? null
  const guard = chain.contracts ? new SettingsGuard({ chain, clock: systemClock }, signer?.address ?? null) : null
  await guard?.assertNotContradicted()
  return { signer, guard }
}

/** Hands the key to the signer's process, and keeps nothing of it here. */
function openSigner(config: ServerConfig): Promise<SignerProcess> | undefined {
  const { chain, dataDir, extraCaCerts } = config
  const key = takeSignerKey(config)
  return key && chain.contracts ? startSigner({ key, chain, dataDir, extraCaCerts, limits: defaultLimits }) : undefined
}

/** How many connections of the database following the chain and watching the settings use at most. */
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
