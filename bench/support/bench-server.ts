/** The program that `startProduct` and `startBare` run. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/src/app.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Limits } from '../../server/src/platform/limits.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { BENCH_ORIGIN } from './ask.ts'

export interface BenchServerStart {
  databaseUrl: string
  limits?: Partial<Limits>
}
export type BenchServerOrder = 'cpu'
export type BenchServerReport = { port: number } | { cpuMs: number }

const report = (message: BenchServerReport) => process.send?.(message)
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

async function product({ databaseUrl, limits }: BenchServerStart): Promise<number> {
  const db = await openPg({ url: databaseUrl, poolSize: 16 })
  const app = await buildApp(productContext(db, { limits, settings: { origin: BENCH_ORIGIN } }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return portOf(app.server)
}

function bareServer(body: string): Promise<number> {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => response.writeHead(200).end(bytes))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(portOf(server))))
}

process.on('message', (_order: BenchServerOrder) => {
  const { user, system } = process.cpuUsage()
  report({ cpuMs: (user + system) / 1_000 })
})
process.on('disconnect', () => process.exit(0))
const start = JSON.parse(process.argv[2] ?? '') as BenchServerStart | { bareBody: string }
report({ port: await ('bareBody' in start ? bareServer(start.bareBody) : product(start)) })
