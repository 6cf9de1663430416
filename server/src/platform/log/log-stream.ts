import client from '@prometheus-io/client'
import { pino } from 'pino'

/** Bytes buffered for a slow reader; further lines are dropped and counted. */
const WAITING_BYTES = 1024 * 1024

/** Milliseconds an exiting process waits for its last lines. */
const EXIT_FLUSH_MS = 1_000

export interface LogStream {
  write(line: string): void
  readonly dropped: number
  /** Returns whether everything was written within `limitMs`. Never throws. */
  flush(limitMs: number): Promise<boolean>
  /** Exits with this code after at most a second; by SIGKILL if the reader is stuck. */
  exit(code: number): Promise<never>
}

/** Writes log lines in the background: a stuck reader or full disk never blocks, ends or bloats the process. */
export function openLogStream({
  fd = process.stdout.fd,
  waitingBytes = WAITING_BYTES,
}: {
  fd?: number
  waitingBytes?: number
} = {}): LogStream {
  let dropped = 0
  // With a minimum length of 0, `flush` would not wait.
  const destination = pino.destination({ fd, sync: false, minLength: 1, maxLength: waitingBytes })
  destination.on('drop', () => dropped++)
  // Failed lines stay buffered, and the next line retries them.
  destination.on('error', () => {})
  const flush = (limitMs: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limitMs)
      destination.flush((error?: NodeJS.ErrnoException | null) => {
        clearTimeout(timer)
        // Everything is written; pipes and sockets can't be synchronised to disk.
        resolve(!error || error.code === 'EINVAL' || error.code === 'ENOTSUP')
      })
    })
  return {
    write: (line) => void destination.write(line),
    get dropped() {
      return dropped
    },
    flush,
    async exit(code) {
      if (!(await flush(EXIT_FLUSH_MS))) process.kill(process.pid, 'SIGKILL')
      process.exit(code)
    },
  }
}

export function registerLogMetrics(registry: client.Registry, stream: Pick<LogStream, 'dropped'>): void {
  new client.Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(stream.dropped)
    },
  })
}
