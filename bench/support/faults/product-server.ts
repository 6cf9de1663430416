import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { testSettings } from '../../../tests/server/test-settings.ts'
import { randomFreePort } from '../../../tools/processes/free-port.ts'

export const REPOSITORY = join(import.meta.dirname, '../../..')

/** A program of the product, the server or a live edge, in its own process. */
export interface ProductServer {
  port: number
  pid: number
  /** SIGSTOP: connections stay open. */
  freeze(): void
  thaw(): void
  /** SIGKILL. */
  kill(): Promise<void>
  /** Sends a message to what `imports` loaded into it. */
  tell(message: object): void
  stop(): Promise<void>
}

interface ProductStart {
  /** Default: `main`. */
  program?: 'main' | 'edge'
  /** The repository it is of. Default: this one. */
  repository?: string | undefined
  /** Modules that are loaded before the program. */
  imports?: readonly string[]
  databaseUrl: string
  /** Data folder; settings of the developer's environment are not read. */
  dir: string
  /** Default: the file `log` in its folder. */
  output?: Output | undefined
  /** Default: any free one. */
  port?: number | undefined
  settings?: Readonly<Record<string, string>>
}

/** A file, or a pipe nobody reads. */
export type Output = number | 'pipe'

const LOG = 'log'
/** A shutdown takes ten seconds at most, after draining. */
const STOP_MS = 15_000
const REFUSED_WITHIN_MS = 90_000

/** Proxies are trusted, so that each client can have an address of its own. */
const environment = ({ databaseUrl, settings }: ProductStart, port: number) => ({
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
  return fork(join(start.repository ?? REPOSITORY, `server/src/${start.program ?? 'main'}.ts`), [], {
    cwd: start.dir,
    env: environment(start, port),
    execArgv: (start.imports ?? []).flatMap((path) => ['--import', path]),
    stdio,
  })
}

/** Resolves once it listens. Throws when it exits first, with what it logged. */
export async function startServer(start: ProductStart): Promise<ProductServer> {
  const port = start.port ?? (await randomFreePort())
  mkdirSync(start.dir, { recursive: true })
  const output = start.output ?? openSync(join(start.dir, LOG), 'a')
  const child = spawnServer(start, port, ['ignore', output, output, 'ipc'])
  if (start.output === undefined) closeSync(output as number)
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
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    tell: (message) => void child.send(message),
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
  // An unread pipe would keep this process alive.
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (isKilled) throw new Error(`a server did not end within ${withinMs} ms`)
}

/** Starts a server that should refuse to run; returns its exit code and output. Kills it if it keeps running. */
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
