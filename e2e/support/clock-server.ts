import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import { auditLedger } from '../../server/src/features/ledger/public.ts'
import { unconnectedChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { openPglite } from '../../server/src/platform/db/open-pglite.ts'
import { createLive } from '../../server/src/platform/live/live.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import { TestClock } from '../../server/test/fakes.ts'
import { testSettings, unhurriedLimits } from '../../server/test/test-settings.ts'
import { snapshotFile } from './database-snapshot.ts'

/** How the server is to be: all but the clock is as in production. */
export interface ClockServerStart {
  port: number
  startAt: string
  settings: Partial<Settings>
}
export type ClockOrder = { op: 'set-clock'; at: string } | { op: 'audit' }
export type ClockReport = { ready: true } | { done: true } | { broken: unknown[] }

const { port, startAt, settings } = JSON.parse(process.argv[2] ?? '') as ClockServerStart
const clock = new TestClock(startAt)
const db = await openPglite({ dataDir: null, snapshot: await readFile(snapshotFile) })
const app = await buildApp({
  db,
  clock,
  chain: unconnectedChain('local'),
  limits: { ...unhurriedLimits, publicCacheMs: 0 },
  settings: {
    ...testSettings,
    origin: `http://localhost:${port}`,
    demoWallet: true,
    webDir: join(import.meta.dirname, '../../web/dist'),
    ...settings,
  },
  live: createLive({ clock, limits: unhurriedLimits }),
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
