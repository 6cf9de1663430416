import type { LogStream } from '../platform/log/log-stream.ts'
import { tellFailure } from '../tell-failure.ts'

/** Stops once, by TERM, INT, HUP or with the parent, and exits at the latest eight seconds after `drainMs`. */
export function stopOnSignal(
  stop: () => Promise<void>,
  { drainMs }: { drainMs: number },
  logStream: Pick<LogStream, 'exit'>,
): void {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    // A request that never ends must not keep the server alive.
    setTimeout(() => logStream.exit(1), drainMs + 8_000).unref()
    stop().then(
      () => logStream.exit(0),
      (error) => {
        tellFailure(error)
        return logStream.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, once)
  // The parent is gone, so this process must not stay and hold the database.
  process.on('disconnect', once)
}
