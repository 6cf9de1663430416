import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../../server/src/app.ts'
import { joinWithWallet } from '../../../server/src/features/auth/index.ts'
import { unconnectedChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openDatabase } from '../../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { createImageEncoder } from '../../../server/src/platform/images/image-encoder.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'
import type { Limits } from '../../../server/src/platform/limits.ts'
import { createLive } from '../../../server/src/platform/live/live.ts'
import { memoryFiles } from '../../../tests/server/memory-files.ts'
import { testSettings, unhurriedLimits } from '../../../tests/server/test-settings.ts'

export interface Start {
  databaseUrl: string | null
  dataDir: string | null
  users: number
  /** Accepts image uploads; they are kept in memory. */
  takesImages?: true
  limits?: Partial<Limits>
}
export type Order = { op: 'cpu' } | { op: 'serve-bytes'; body: string; headers: Record<string, string> }
export type Report = { port: number } | { cpuMs: number }

export const BENCH_ORIGIN = 'http://bench.test'

const report = (message: Report) => process.send?.(message)
const address = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

async function product({ databaseUrl, dataDir, users, takesImages, limits: given }: Start): Promise<number> {
  const db = await openDatabase({ databaseUrl, dataDir: dataDir ?? '', databasePoolSize: 16 })
  await migrate(db)
  const limits = { ...unhurriedLimits, ...given }
  const ctx: Context = {
    db,
    chain: unconnectedChain('local'),
    clock: systemClock,
    limits,
    settings: { ...testSettings, origin: BENCH_ORIGIN },
    live: createLive({ clock: systemClock, limits }),
    images: takesImages ? { ...createImageEncoder(limits.images), files: memoryFiles() } : noImages,
    signer: null,
  }
  for (let i = 0; i < users; i++) {
    const wallet = `0x${i.toString(16).padStart(40, '0')}`
    await db.tx((tx) => joinWithWallet(ctx, tx, { address: wallet, timeZone: 'UTC' }))
  }
  const app = await buildApp(ctx)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return address(app.server)
}

function bareServer(body: string, headers: Record<string, string>): Promise<number> {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(address(server))))
}

async function main(start: Start | null): Promise<void> {
  process.on('message', (order: Order) => {
    if (order.op === 'serve-bytes') void bareServer(order.body, order.headers).then((port) => report({ port }))
    else {
      const { user, system } = process.cpuUsage()
      report({ cpuMs: (user + system) / 1_000 })
    }
  })
  process.on('disconnect', () => process.exit(0))
  if (start) report({ port: await product(start) })
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? 'null') as Start | null)
