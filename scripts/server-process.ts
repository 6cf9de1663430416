import { type ChildProcess, spawn } from 'node:child_process'

/** What the server tells the process that started it. */
export type ServerMessage = { type: 'progress'; text: string } | { type: 'ready'; url: string }

/** How a process ended, in words. */
export interface Ending {
  text: string
  /** Null when it was killed or never ran. */
  code: number | null
}

/** A server, or another lasting process, started by a script. */
export interface LastingProcess {
  ended: Promise<Ending>
  /** Asks it to end, and ends it for good if it has not after ten seconds. */
  stop(): Promise<void>
  /** Ends it for good at once. */
  kill(): void
}

const STOP_LIMIT_MS = 10_000

/** Starts the server with the Node that runs this script; it stops by itself if this process goes away. */
export function startServer(
  nodeArgs: string[],
  env: Record<string, string>,
  onMessage: (message: ServerMessage) => void,
): LastingProcess {
  const child = spawn(process.execPath, nodeArgs, {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', (message: ServerMessage) => onMessage(message))
  return lastingProcess(child)
}

/** Gives a child process a graceful way to end. */
export function lastingProcess(child: ChildProcess): LastingProcess {
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ text: `could not be started: ${error.message}`, code: null }))
    child.once('exit', (code, signal) => resolve({ text: signal ? `ended by ${signal}` : `exit code ${code}`, code }))
  })
  return {
    ended,
    async stop() {
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      // Windows knows no gentle signal; there the closed channel says the same.
      if (process.platform === 'win32' && child.connected) child.disconnect()
      else child.kill('SIGTERM')
      await ended
      clearTimeout(limit)
    },
    kill: () => child.kill('SIGKILL'),
  }
}
