import type { EdgeConfig } from './env/config.ts'
import { readEdgeEnv } from './env/env.ts'
import { defaultLimits } from './limits.ts'
import { systemClock } from './platform/clock.ts'
import { buildEdge } from './platform/live/build-edge.ts'
import { liveNats } from './platform/live/nats/live-nats.ts'
import { openNats } from './platform/live/nats/nats-link.ts'
import { type LogStream, openLogStream, registerLogMetrics } from './platform/log/log-stream.ts'
import { requestLog } from './platform/log/request-log.ts'
import { stopOnSignal } from './programs/stop-on-signal.ts'
import { tellFailure } from './tell-failure.ts'

/** Starts an edge. Returns a function that stops it: viewers move to other edges for `drainMs`, then it closes. */
async function serve(config: EdgeConfig, logStream: LogStream): Promise<() => Promise<void>> {
  const link = openNats(config.natsUrls, 'aura edge')
  const { settings } = config
  const app = await buildEdge(
    { nats: liveNats(link, settings.origin), clock: systemClock, limits: defaultLimits, settings },
    { logger: requestLog(config.logLevel, logStream) },
  )
  registerLogMetrics(app.metrics, logStream)
  link.reportTo((error) => app.log.error({ err: error }, 'NATS'))
  await app.listen({ host: config.host, port: config.port })
  process.send?.({ type: 'ready', url: settings.origin })
  return async () => {
    if (config.drainMs > 0) {
      app.leaveBalancer()
      await app.endStreams(config.drainMs)
    }
    await app.close()
    await link.close()
  }
}

const logStream = openLogStream()
try {
  const config = readEdgeEnv()
  stopOnSignal(await serve(config, logStream), config, logStream)
} catch (error) {
  tellFailure(error)
  await logStream.exit(1)
}
