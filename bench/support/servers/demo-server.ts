import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFreePort } from '../../../tools/processes/free-port.ts'

const root = join(import.meta.dirname, '../../..')

export interface DemoServer {
  url: string
  stop(): Promise<void>
}

/** The server as `npm start` runs it, on a database of its own. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aura-bench-'))
  const port = await randomFreePort()
  const env = {
    ...process.env,
    CHAIN: 'local',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  }
  const run = (program: string) => fork(join(root, program), [], { env, execArgv: [] })
  const code = await ended(run('tools/demo/main.ts'))
  if (code !== 0) throw new Error(`the demo ended with ${code}`)
  const server = run('server/src/main.ts')
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (exitCode) => reject(new Error(`the server ended with ${exitCode} instead of starting`)))
    server.on('message', ({ type }: { type?: string }) => {
      if (type === 'ready') resolve()
    })
  })
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const gone = ended(server)
      server.disconnect()
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
