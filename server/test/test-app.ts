import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { auditLedger } from '../src/features/ledger/public.ts'
import { defaultLimits, type Limits } from '../src/limits.ts'
import type { Context } from '../src/platform/context.ts'
import type { Db } from '../src/platform/db/db.ts'
import type { Settings } from '../src/platform/settings.ts'
import { FakeChain, TestClock } from './fakes.ts'
import { openTestDatabase } from './open-test-database.ts'

export const ORIGIN = 'http://aura.test'

export interface TestApp {
  app: FastifyInstance
  ctx: Context & { chain: FakeChain; clock: TestClock }
  /** Ends everything; fails when the ledger no longer adds up, whatever the suite was about. */
  close(): Promise<void>
}

const testSettings: Settings = {
  origin: ORIGIN,
  betaAccess: 'open',
  hashKey: 'a key that only these tests know, and that is long enough',
  demoWallet: false,
  links: { docs: null, x: null, chat: null },
  adminWallets: [],
  metricsToken: null,
  webDir: null,
  lessonsDir: join(import.meta.dirname, '../../content/lessons'),
  trustProxy: false,
}

/** Nobody is slowed down, and nobody sees old figures, unless a test is about just that. */
const testLimits: Limits = {
  ...defaultLimits,
  publicCacheMs: 0,
  rates: {
    read: { max: 1_000_000, windowMs: 60_000 },
    write: { max: 1_000_000, windowMs: 60_000 },
    auth: { max: 1_000_000, windowMs: 60_000 },
  },
}

/** The whole server in this process, on an empty database of its own, with a clock and a chain to move by hand. */
export async function testApp({
  settings = {},
  limits = {},
  clock = new TestClock(),
  wrapDb = (db) => db,
}: {
  settings?: Partial<Settings>
  limits?: Partial<Limits>
  clock?: TestClock
  /** Puts something between the server and its database, such as a failure. */
  wrapDb?: (db: Db) => Db
} = {}): Promise<TestApp> {
  const db = await openTestDatabase()
  const ctx = {
    db: wrapDb(db),
    chain: new FakeChain(),
    clock,
    limits: { ...testLimits, ...limits },
    settings: { ...testSettings, ...settings },
  }
  const app = await buildApp(ctx)
  return {
    app,
    ctx,
    async close() {
      const { broken } = await auditLedger(db)
      await app.close()
      await db.close()
      if (broken[0]) throw new Error(`the ledger is broken: ${JSON.stringify(broken[0])}`)
    },
  }
}
