import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer } from '@aura/api/calls'
import { environmentOf, startServer } from '../../tests/server/product/product-server.ts'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { startDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The live battle that the demo shows. */
export type Spotlight = NonNullable<Answer<'GET /api/spotlight'>['battle']>

/** Runs work on the product's own program with the demo's creators, on a database of its own. */
export async function onDemo(work: (url: string, battle: Spotlight) => Promise<void>): Promise<void> {
  const dir = temporaryFolder()
  const postgres = await startDatabase()
  const port = await randomFreePort()
  const url = `http://localhost:${port}`
  const settings = { PUBLIC_URL: url, LOG_LEVEL: 'warn' }
  const start = { databaseUrl: postgres.url, dir, port, settings }
  const program = join(import.meta.dirname, '../../tools/demo/main.ts')
  const [code] = await once(fork(program, [], { cwd: dir, env: environmentOf(start, port) }), 'exit')
  if (code !== 0) throw new Error(`the demo ended with ${code}`)
  const server = await startServer(start)
  const { battle } = (await (await fetch(`${url}/api/spotlight`)).json()) as Answer<'GET /api/spotlight'>
  if (!battle) throw new Error('the demo has no battle')
  await work(url, battle)
  await server.stop()
  await postgres.stop()
}
