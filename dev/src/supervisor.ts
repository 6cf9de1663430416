import { type ChildProcess, fork } from 'node:child_process'

/** What a supervisor says first: that what it keeps is up, or why it isn't. */
export type FirstReport<Ready> = (Ready & { type: 'ready' }) | { type: 'failed' | 'exited'; message: string }

/** A process of our own that keeps another program running for us, and ends it when we are gone. */
export interface Supervisor<Ready> {
  ready: Ready
  /** Ends what it keeps, and then itself. */
  stop(): Promise<void>
}

/** Starts the supervisor's program and waits until it is ready. Rejects with its words when it fails, or ends without any. */
export async function startSupervisor<Ready>(program: string, request: unknown): Promise<Supervisor<Ready>> {
  const { NODE_OPTIONS: _, ...env } = process.env
  // Detached: a Ctrl-C meant for us must not take away what is kept while we still stop.
  const supervisor = fork(program, [JSON.stringify(request)], {
    detached: true,
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = await untilReady<Ready>(supervisor)
  // From here on it alone does not keep this process running.
  supervisor.unref()
  supervisor.channel?.unref()
  return { ready, stop: () => stopSupervisor(supervisor) }
}

function untilReady<Ready>(supervisor: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    supervisor.once('message', (report: FirstReport<Ready>) => {
      if (report.type === 'ready') resolve(report)
      else reject(new Error(report.message))
    })
    supervisor.once('error', reject)
    supervisor.once('exit', () => reject(new Error('The process that was to keep it running ended without a word')))
  })
}

function stopSupervisor(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return Promise.resolve()
  supervisor.ref()
  return new Promise((resolve) => {
    supervisor.once('exit', () => resolve())
    if (supervisor.connected) supervisor.disconnect()
  })
}
