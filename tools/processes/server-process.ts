import { type ChildProcess, spawn } from 'node:child_process'

export type ServerMessage =
  | { type: 'progress'; text: string }
  | { type: 'ready'; url: string }
  /** Sent by the demo: the creators' missing days can be played beside the server. */
  | { type: 'days-later' }

export interface Ending {
  text: string
  code: number | null
}

export interface LastingProcess {
  ended: Promise<Ending>
  /** Sends a message, unless the process has ended. */
  send(message: string): void
  stop(): Promise<void>
  kill(): void
}

/** Returns the milliseconds after which a server must have stopped: it drains, and gives up eight seconds later. */
const stopLimitMs = (): number => 10_000 + 1_000 * (Number(process.env.DRAIN_SECONDS) || 0)

/** Starts a server with this Node; it exits when this process does. */
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

export function lastingProcess(child: ChildProcess): LastingProcess {
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ text: `could not be started: ${error.message}`, code: null }))
    child.once('exit', (code, signal) => resolve({ text: signal ? `ended by ${signal}` : `exit code ${code}`, code }))
  })
  return {
    ended,
    send(message) {
      if (child.connected) child.send(message)
    },
    async stop() {
      const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs())
      // Windows has no SIGTERM: closing the channel has the same effect.
      if (process.platform === 'win32' && child.connected) child.disconnect()
      else child.kill('SIGTERM')
      await ended
      clearTimeout(limit)
    },
    kill: () => child.kill('SIGKILL'),
  }
}
