import { type ChildProcess, fork } from 'node:child_process'

export type FirstReport<Ready> = (Ready & { type: 'ready' }) | { type: 'failed' | 'busy'; message: string }

/** The supervisor isn't needed, because another one does its work. */
export class SupervisorBusy extends Error {}

/** A process of our own that runs a program and stops it when we are gone. */
export interface Supervisor<Ready> {
  ready: Ready
  /** Resolves with its last message when it ends without a request. */
  ended: Promise<string>
  /** Stops it. Resolves once it has ended, or reports that it keeps running what others use. */
  stop(): Promise<void>
}

/** Starts a supervisor and waits until it is ready. Rejects with its message if it fails or exits first. */
export async function startSupervisor<Ready>(program: string, request: unknown): Promise<Supervisor<Ready>> {
  const { NODE_OPTIONS: _, ...env } = process.env
  // Detached, so that Ctrl-C does not kill it while we are still stopping.
  const supervisor = fork(program, [JSON.stringify(request)], {
    detached: true,
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = await untilReady<Ready>(supervisor)
  // The supervisor alone must not keep this process running.
  supervisor.unref()
  supervisor.channel?.unref()
  return { ready, ended: lastWords(supervisor), stop: () => stopSupervisor(supervisor) }
}

function untilReady<Ready>(supervisor: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    supervisor.once('message', (report: FirstReport<Ready>) => {
      if (report.type === 'ready') resolve(report)
      else reject(report.type === 'busy' ? new SupervisorBusy(report.message) : new Error(report.message))
    })
    supervisor.once('error', reject)
    supervisor.once('exit', () => reject(new Error('The process that was to keep it running ended without a word')))
  })
}

function lastWords(supervisor: ChildProcess): Promise<string> {
  let words = 'It was ended'
  supervisor.on('message', ({ type, message }: { type: string; message: string }) => {
    if (type === 'exited') words = message
  })
  return new Promise((resolve) => supervisor.once('exit', () => resolve(words)))
}

function stopSupervisor(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return Promise.resolve()
  supervisor.ref()
  supervisor.channel?.ref()
  return new Promise((resolve) => {
    const leave = () => {
      if (supervisor.connected) supervisor.disconnect()
      supervisor.unref()
      resolve()
    }
    supervisor.once('exit', () => resolve())
    supervisor.on('message', ({ type }: { type: string }) => type === 'shared' && leave())
    if (supervisor.connected) supervisor.send('stop', () => {})
  })
}
