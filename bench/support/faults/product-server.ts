import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFreePort } from '../../../dev/src/free-port.ts'
import { testSettings } from '../../../server/test/test-settings.ts'

const PROGRAM = join(import.meta.dirname, '../../../server/src/main.ts')

/** The product's own server program, in a process of its own. */
export interface ProductServer {
  port: number
  /** Stops the process where it is, without a word to anybody. */
  freeze(): void
  thaw(): void
  /** Ends it as an operator would. Throws when it does not end by itself. */
  stop(): Promise<void>
}

interface ProductStart {
  databaseUrl: string
  /** Folder for its data; no settings of whoever runs this are read from there. */
  dir: string
  /** Standard output and standard error; without it the file `log` of its folder. */
  output?: Output | undefined
}

/** A file, or a pipe that nobody reads. */
export type Output = number | 'pipe'

const LOG = 'log'
/** A stop takes ten seconds at most. */
const STOP_MS = 15_000
const REFUSED_WITHIN_MS = 30_000

/** The settings of a server on this database. Each client has an address of its own, by its own word. */
const environment = (databaseUrl: string, port: number) => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: databaseUrl,
  HASH_KEY: testSettings.hashKey,
  TRUST_PROXY: 'loopback',
  PUBLIC_URL: testSettings.origin,
  PORT: String(port),
})

function spawnServer({ databaseUrl, dir }: ProductStart, port: number, stdio: StdioOptions): ChildProcess {
  return fork(PROGRAM, [], { cwd: dir, env: environment(databaseUrl, port), execArgv: [], stdio })
}

/** Starts a server and returns it once it listens. Throws when it ends before. */
export async function startServer(start: ProductStart): Promise<ProductServer> {
  const port = await randomFreePort()
  mkdirSync(start.dir, { recursive: true })
  const output = start.output ?? openSync(join(start.dir, LOG), 'a')
  const child = spawnServer(start, port, ['ignore', output, output, 'ipc'])
  if (start.output === undefined) closeSync(output as number)
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ type }: { type: string }) => type === 'ready' && resolve())
    void ended.then(([code]) => reject(new Error(`a server ended (${code})`)))
  })
  return {
    port,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => stop(child, ended),
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown[]>): Promise<void> {
  child.kill('SIGTERM')
  let isKilled = false
  const timer = setTimeout(() => {
    isKilled = child.kill('SIGKILL')
  }, STOP_MS)
  await ended
  clearTimeout(timer)
  // Output that nobody read would keep this process waiting.
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (isKilled) throw new Error(`a server did not end within ${STOP_MS} ms`)
}

/** Starts a server that is to refuse, and returns its exit code and all it said. One that runs on is killed. */
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

/** Returns what the log of a server says about a request. */
export function loggedAbout(dir: string, requestId: string): string {
  const lines = readFileSync(join(dir, LOG), 'utf8').split('\n')
  return lines.filter((line) => requestId !== '' && line.includes(requestId)).join('\n')
}
