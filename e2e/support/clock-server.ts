import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import { auditLedger } from '../../server/src/features/ledger/public.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { offlineChain } from '../../server/src/platform/chain.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { openPglite } from '../../server/src/platform/db/open-pglite.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import { TestClock } from '../../server/test/fakes.ts'

/** How the server is to be: all but the clock is as in production. */
export interface ClockServerStart {
  port: number
  startAt: string
  settings: Partial<Settings>
}
export type ClockOrder = { op: 'set-clock'; at: string } | { op: 'audit' }
export type ClockReport = { ready: true } | { done: true } | { broken: unknown[] }

const { port, startAt, settings } = JSON.parse(process.argv[2] ?? '') as ClockServerStart
const root = join(import.meta.dirname, '../..')
const clock = new TestClock(startAt)
const db = await openPglite({ dataDir: null })
await migrate(db)
const rate = { max: 1_000_000, windowMs: 60_000 }
const app = await buildApp({
  db,
  clock,
  chain: offlineChain('local'),
  limits: { ...defaultLimits, publicCacheMs: 0, rates: { read: rate, write: rate, auth: rate } },
  settings: {
    origin: `http://localhost:${port}`,
    betaAccess: 'open',
    hashKey: 'a key that only these journeys know, and that is long enough',
    demoWallet: true,
    links: { docs: null, x: null, chat: null },
    adminWallets: [],
    metricsToken: null,
    webDir: join(root, 'web/dist'),
    lessonsDir: join(root, 'content/lessons'),
    trustProxy: false,
    ...settings,
  },
})
await app.listen({ host: '127.0.0.1', port })

process.on('message', async (order: ClockOrder) => {
  if (order.op === 'set-clock') {
    clock.set(order.at)
    process.send?.({ done: true } satisfies ClockReport)
  } else process.send?.({ broken: (await auditLedger(db)).broken } satisfies ClockReport)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true } satisfies ClockReport)
