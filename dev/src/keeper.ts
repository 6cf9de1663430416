import { type ChildProcess, fork } from 'node:child_process'

/** What a keeper says first: that what it keeps is up, or why it isn't. */
export type FirstReport<Ready> = (Ready & { type: 'ready' }) | { type: 'failed' | 'exited'; message: string }

/** A process of our own that keeps another program running for us, and ends it when we are gone. */
export interface Keeper<Ready> {
  ready: Ready
  /** Ends what it keeps, and then itself. */
  stop(): Promise<void>
}

/** Starts the keeper's program and waits until it is ready. Rejects with its words when it fails, or ends without any. */
export async function startKeeper<Ready>(program: string, request: unknown): Promise<Keeper<Ready>> {
  const { NODE_OPTIONS: _, ...env } = process.env
  // Detached: a Ctrl-C meant for us must not take away what is kept while we still stop.
  const keeper = fork(program, [JSON.stringify(request)], {
    detached: true,
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = await untilReady<Ready>(keeper)
  // From here on it alone does not keep this process running.
  keeper.unref()
  keeper.channel?.unref()
  return { ready, stop: () => stopKeeper(keeper) }
}

function untilReady<Ready>(keeper: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    keeper.once('message', (report: FirstReport<Ready>) => {
      if (report.type === 'ready') resolve(report)
      else reject(new Error(report.message))
    })
    keeper.once('error', reject)
    keeper.once('exit', () => reject(new Error('The process that was to keep it running ended without a word')))
  })
}

function stopKeeper(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return Promise.resolve()
  keeper.ref()
  return new Promise((resolve) => {
    keeper.once('exit', () => resolve())
    if (keeper.connected) keeper.disconnect()
  })
}
