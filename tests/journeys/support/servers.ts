import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFreePort } from '../../../tools/processes/free-port.ts'
import { type ProviderSandbox, startSandbox } from '../../../tools/provider-sandbox/start-sandbox.ts'
import { readLocal } from '../../server/online-env.ts'
import type { ClockOrder, ClockReport, ClockServerStart } from './clock-server.ts'
import { newDatabase } from './database-template.ts'

const root = join(import.meta.dirname, '../../..')

/** The server as `npm start` runs it, with its own data and without demo creators. */
export interface RealServer {
  url: string
  restart(): Promise<void>
  /** Stops it, runs a server program on its data, and starts it again. */
  runBetween(program: string, ...args: string[]): Promise<void>
  stop(): Promise<void>
}

/** All servers of a run share it. */
let sandbox: Promise<ProviderSandbox> | undefined
async function sandboxUrl(): Promise<string> {
  sandbox ??= startSandbox([0])
  return (await sandbox).url
}

/** Starts a server. `isFirst`: it makes its database itself, which takes seconds. */
export async function startRealServer(env: Record<string, string> = {}, { isFirst = false } = {}): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aura-e2e-'))
  const databaseUrl = await newDatabase({ isMigrated: !isFirst })
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env }
  const port = await randomFreePort()
  const xSandboxUrl = await sandboxUrl()
  const start = () =>
    ready(
      fork(join(root, 'server/src/main.ts'), [], {
        env: {
          ...plainEnv(),
          PORT: String(port),
          LOG_LEVEL: 'warn',
          X_SANDBOX_URL: xSandboxUrl,
          ...own,
        },
        execArgv: [],
        // A folder without a developer's .env.
        cwd: dataDir,
      }),
      (message: { type?: string }) => message.type === 'ready',
    )
  let child = await start()
  return {
    url: `http://localhost:${port}`,
    async restart() {
      await ended(child)
      child = await start()
    },
    async runBetween(program, ...args) {
      await ended(child)
      execFileSync(process.execPath, [join(root, program), ...args], { cwd: dataDir, env: { ...plainEnv(), ...own } })
      child = await start()
    },
    async stop() {
      await ended(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server whose clock is set by hand. */
export interface ClockServer {
  url: string
  setClock(at: string): Promise<void>
  fund(userId: string, amounts: { ap?: number; steeze?: number }): Promise<void>
  earn(userId: string, steeze: number): Promise<void>
  /** Connects a channel on Twitch to an account. */
  connectTwitch(userId: string, channel: string): Promise<void>
  /** Lets a wallet join a closed beta. */
  whitelist(address: string): Promise<void>
  /** Gives every user this many invites. */
  giveInvites(count: number): Promise<void>
  /** Begins the checks of lessons for every user, so that their labs are open. */
  beginChecks(lessonIds: readonly string[]): Promise<void>
  /** Returns the options that are right in the newest round of a battle, and something wrong. */
  solveRound(battleId: string): Promise<{ right: number[]; wrong: number[] }>
  /** Returns the same of a practice's question. */
  solvePractice(id: string, number: number): Promise<{ right: number[]; wrong: number[] }>
  /** Returns the ledger's faults, of which there should be none. */
  audit(): Promise<unknown[]>
  stop(): Promise<void>
}

export async function startClockServer({
  startAt,
  settings = {},
  ...rest
}: Pick<ClockServerStart, 'startAt' | 'chain'> & Partial<Pick<ClockServerStart, 'settings'>>): Promise<ClockServer> {
  const port = await randomFreePort()
  const { x, providers } = readLocal({ X_SANDBOX_URL: await sandboxUrl() }).settings
  const start: ClockServerStart = { port, startAt, settings: { x, providers, ...settings }, ...rest }
  const child = idle.pop() ?? fork(join(import.meta.dirname, 'clock-server.ts'), [], { env: plainEnv(), execArgv: [] })
  child.ref()
  child.channel?.ref()
  const send = (order: ClockOrder) =>
    new Promise<ClockReport>((resolve, reject) => {
      const exited = (code: number | null) => reject(new Error(`the server ended with ${code} at ${order.op}`))
      child.once('exit', exited)
      child.once('message', (report: ClockReport) => {
        child.off('exit', exited)
        resolve(report)
      })
      child.send(order)
    })
  // Orders are sent one at a time, because a report doesn't say which order it belongs to.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (order: ClockOrder): Promise<ClockReport> => {
    const report = last.then(() => send(order))
    last = report.catch(() => undefined)
    return report
  }
  await ask({ op: 'open', start })
  return {
    url: `http://localhost:${port}`,
    setClock: async (at) => void (await ask({ op: 'set-clock', at })),
    fund: async (userId, amounts) => void (await ask({ op: 'fund', userId, ...amounts })),
    earn: async (userId, steeze) => void (await ask({ op: 'earn', userId, steeze })),
    beginChecks: async (lessonIds) => void (await ask({ op: 'begin-checks', lessonIds })),
    giveInvites: async (count) => void (await ask({ op: 'give-invites', count })),
    connectTwitch: async (userId, channel) => void (await ask({ op: 'connect-twitch', userId, channel })),
    whitelist: async (address) => void (await ask({ op: 'whitelist', address })),
    solveRound: async (battleId) =>
      (await ask({ op: 'solve-round', battleId })) as { right: number[]; wrong: number[] },
    solvePractice: async (id, number) =>
      (await ask({ op: 'solve-practice', id, number })) as { right: number[]; wrong: number[] },
    audit: async () => ((await ask({ op: 'audit' })) as { broken: unknown[] }).broken,
    async stop() {
      await ask({ op: 'close' })
      // The process must not keep a finished benchmark running.
      child.unref()
      child.channel?.unref()
      idle.push(child)
    },
  }
}

/** Processes without a server. Starting one takes seconds, and emptying its database takes milliseconds. */
const idle: ChildProcess[] = []

/** Returns the environment without the test runner's variables. */
function plainEnv(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = process.env
  // Dozens of servers start from the same sources.
  return { ...env, NODE_COMPILE_CACHE: join(root, '.artifacts/compile-cache') }
}

function ready<Message>(child: ChildProcess, isReady: (message: Message) => boolean): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} instead of starting`)))
    child.on('message', (message: Message) => {
      if (isReady(message)) resolve(child)
    })
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.disconnect()
  })
}
