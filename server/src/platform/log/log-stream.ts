import client from '@prometheus-io/client'
import { pino } from 'pino'

/** Log lines that may wait for a slow reader, in bytes. What comes beyond is dropped and counted. */
const WAITING_BYTES = 1024 * 1024

/** How long the end of a process waits for its last lines. */
const EXIT_FLUSH_MS = 1_000

export interface LogStream {
  write(line: string): void
  /** Lines that were dropped because the ones before them could not be written. */
  readonly dropped: number
  /** Returns whether all that waited was written within `limitMs`. Never throws. */
  flush(limitMs: number): Promise<boolean>
  /**
   * Writes what waits, for a second at most, and ends the process with this code; with SIGKILL where the reader is stuck,
   * since an ordinary exit waits for the write under way, and that would be for ever.
   */
  exit(code: number): Promise<never>
}

/**
 * Writes log lines to a file descriptor in the background. A reader that stopped, a full disk or a closed pipe never
 * blocks the event loop, never ends the process and never costs more memory than `waitingBytes`.
 */
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
  // The lines that failed stay in the buffer: the next line tries them again.
  destination.on('error', () => {})
  const flush = (limitMs: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limitMs)
      destination.flush((error?: NodeJS.ErrnoException | null) => {
        clearTimeout(timer)
        // Written, to a pipe or a socket: those can't be synchronised with a disk.
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

/** Shows at /metrics how many lines were dropped. */
export function registerLogMetrics(registry: client.Registry, stream: LogStream): void {
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
