import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@aura/api/calls'
import { environmentOf, startServer } from '../../tests/server/product/product-server.ts'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { startDatabase } from './database.ts'

export interface DemoServer {
  url: string
  stop(): Promise<void>
}

/** Starts the product's own program with the demo's creators, on a database of its own. */
export async function startDemoServer(): Promise<DemoServer> {
  const dir = await mkdtemp(join(tmpdir(), 'aura-bench-'))
  const postgres = await startDatabase()
  const port = await randomFreePort()
  const url = `http://localhost:${port}`
  const start = { databaseUrl: postgres.url, dir, port, settings: { PUBLIC_URL: url, LOG_LEVEL: 'warn' } }
  const demo = fork(join(import.meta.dirname, '../../tools/demo/main.ts'), [], {
    cwd: dir,
    env: environmentOf(start, port),
  })
  const [code] = await once(demo, 'exit')
  if (code !== 0) throw new Error(`the demo ended with ${code}`)
  const server = await startServer(start)
  return {
    url,
    async stop() {
      await server.stop()
      await postgres.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Returns the live battle that the demo shows. */
export async function spotlight(url: string): Promise<NonNullable<Answer<'GET /api/spotlight'>['battle']>> {
  const { battle } = (await (await fetch(`${url}/api/spotlight`)).json()) as Answer<'GET /api/spotlight'>
  if (!battle) throw new Error('the demo has no battle')
  return battle
}
