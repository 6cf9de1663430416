import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import { joinWithWallet } from '../../server/src/features/auth/public.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { offlineChain } from '../../server/src/platform/chain.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { openPg } from '../../server/src/platform/db/open-pg.ts'

/** What the benchmark tells this process, and what it answers. */
export type Order = { op: 'cpu' } | { op: 'serve-bytes'; body: string; headers: Record<string, string> }
export type Report = { port: number } | { cpuMs: number }

const [databaseUrl = '', usersText = '0'] = process.argv.slice(2)
const report = (message: Report) => process.send?.(message)
const address = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

async function product(): Promise<number> {
  const db = await openPg({ url: databaseUrl })
  await migrate(db)
  const rate = { max: 1_000_000_000, windowMs: 60_000 }
  const ctx: Context = {
    db,
    chain: offlineChain('local'),
    clock: systemClock,
    // As in production, but nobody is turned away.
    limits: { ...defaultLimits, rates: { read: rate, write: rate, auth: rate } },
    settings: {
      origin: 'http://bench.test',
      betaAccess: 'open',
      hashKey: 'only this benchmark knows this key, which guards nothing',
      demoWallet: false,
      links: { docs: null, x: null, chat: null },
      adminWallets: [],
      metricsToken: null,
      webDir: null,
      lessonsDir: join(import.meta.dirname, '../../content/lessons'),
      trustProxy: false,
    },
  }
  for (let i = 0; i < Number(usersText); i++) {
    const wallet = `0x${i.toString(16).padStart(40, '0')}`
    await db.tx((tx) => joinWithWallet(ctx, tx, { address: wallet, timeZone: 'UTC' }))
  }
  const app = await buildApp(ctx)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return address(app.server)
}

/** The same bytes and headers from Node's own server, which does nothing else. */
function bareServer(body: string, headers: Record<string, string>): Promise<number> {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(address(server))))
}

process.on('message', (order: Order) => {
  if (order.op === 'serve-bytes') void bareServer(order.body, order.headers).then((port) => report({ port }))
  else {
    const { user, system } = process.cpuUsage()
    report({ cpuMs: (user + system) / 1_000 })
  }
})
process.on('disconnect', () => process.exit(0))
if (databaseUrl !== '') report({ port: await product() })
