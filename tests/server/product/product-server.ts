import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFreePort } from '../../../tools/processes/free-port.ts'
import { compileCache } from '../compile-cache.ts'
import { testSettings } from '../test-settings.ts'

/** The server's own program in its own process. */
export interface ProductServer {
  port: number
  pid: number
  /** Sends SIGSTOP; connections stay open. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

interface ProductStart {
  databaseUrl: string
  /** Data folder. Settings of the developer's environment are not read. */
  dir: string
  /** Any free port by default. */
  port?: number | undefined
  settings?: Readonly<Record<string, string>>
}

const LOG = 'log'
/** Milliseconds after which a shutdown has failed; it takes ten seconds at most, after draining. */
const STOP_MS = 15_000
const REFUSED_WITHIN_MS = 90_000

/** Returns a server's environment. Proxies are trusted, so that each client can have an address of its own. */
export const environmentOf = (
  { databaseUrl, settings }: Pick<ProductStart, 'databaseUrl' | 'settings'>,
  port: number,
) => ({
  ...compileCache(),
  PATH: process.env.PATH ?? '',
  DATABASE_URL: databaseUrl,
  HASH_KEY: testSettings.hashKey,
  TRUST_PROXY: 'loopback',
  PUBLIC_URL: testSettings.origin,
  PORT: String(port),
  ...settings,
})

function spawnServer(start: ProductStart, port: number, stdio: StdioOptions): ChildProcess {
  return fork(join(import.meta.dirname, '../../../server/src/main.ts'), [], {
    cwd: start.dir,
    env: environmentOf(start, port),
    execArgv: [],
    stdio,
  })
}

/** Starts a server. Resolves once it listens; throws its log if it exits first. */
export async function startServer(start: ProductStart): Promise<ProductServer> {
  const port = start.port ?? (await randomFreePort())
  mkdirSync(start.dir, { recursive: true })
  const log = openSync(join(start.dir, LOG), 'a')
  const child = spawnServer(start, port, ['ignore', log, log, 'ipc'])
  closeSync(log)
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ type }: { type: string }) => type === 'ready' && resolve())
    void ended.then(([code]) => reject(new Error(`a server ended (${code}): ${logOf(start.dir)}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => stop(child, ended, STOP_MS + 1_000 * Number(start.settings?.DRAIN_SECONDS ?? 0)),
  }
}

const logOf = (dir: string): string => {
  const path = join(dir, LOG)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

async function stop(child: ChildProcess, ended: Promise<unknown[]>, withinMs: number): Promise<void> {
  child.kill('SIGTERM')
  let isKilled = false
  const timer = setTimeout(() => {
    isKilled = child.kill('SIGKILL')
  }, withinMs)
  await ended
  clearTimeout(timer)
  if (isKilled) throw new Error(`a server did not end within ${withinMs} ms`)
}

/** Starts a server that should refuse to run. Returns its exit code and output. Kills it if it keeps running. */
export async function refusedStart(start: ProductStart): Promise<{ code: number | null; said: string }> {
  mkdirSync(start.dir, { recursive: true })
  const child = spawnServer(start, await randomFreePort(), ['ignore', 'pipe', 'pipe', 'ipc'])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), REFUSED_WITHIN_MS)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code: code as number | null, said }
}

export function loggedAbout(dir: string, requestId: string): string {
  const lines = readFileSync(join(dir, LOG), 'utf8').split('\n')
  return lines.filter((line) => requestId !== '' && line.includes(requestId)).join('\n')
}
