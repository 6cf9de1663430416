import type { FastifyInstance } from 'fastify'
import { privateKeyToAddress } from 'viem/accounts'
import { buildApp } from '../src/app.ts'
import { auditRanks } from '../src/features/leaderboard/index.ts'
import { auditLedger } from '../src/features/ledger/index.ts'
import type { Limits } from '../src/limits.ts'
import type { Context } from '../src/platform/context.ts'
import type { Db } from '../src/platform/db/db.ts'
import type { Files } from '../src/platform/files/files.ts'
import { createImageEncoder } from '../src/platform/images/image-encoder.ts'
import { createLive } from '../src/platform/live/live.ts'
import { kindOf, type LiveSource } from '../src/platform/live/source.ts'
import type { Push } from '../src/platform/push/push.ts'
import type { Settings } from '../src/platform/settings.ts'
import { FakeChain } from './fake-chain.ts'
import { TestClock } from './fakes.ts'
import { inProcessSigner, TEST_SIGNER_KEY } from './in-process-signer.ts'
import { memoryFiles } from './memory-files.ts'
import { openTestDatabase } from './open-test-database.ts'
import { testSettings, unhurriedLimits } from './test-settings.ts'

/** Whose contract takes the server's word. */
function chainFor(clock: TestClock, signerKey: `0x${string}`): FakeChain {
  const chain = new FakeChain(clock)
  chain.signer = privateKeyToAddress(signerKey)
  return chain
}

export const ORIGIN = testSettings.origin

export interface TestApp {
  app: FastifyInstance
  ctx: Context & { chain: FakeChain; clock: TestClock }
  /**
   * The topics live streams were told to have changed since the last time this was asked; without the leaderboard's,
   * which follows the others in its own time.
   */
  changedTopics(): string[]
  /** Ends everything; fails when the ledger or its ranks no longer add up, whatever the suite was about. */
  close(): Promise<void>
}

const loggerTo = (hear: (line: Record<string, unknown>) => void) => ({
  level: 'info',
  stream: { write: (text: string) => hear(JSON.parse(text)) },
})

/** The whole server in this process, on an empty database of its own, with a clock and a chain to move by hand. */
export async function testApp({
  settings = {},
  limits = {},
  clock = new TestClock(),
  openDb = openTestDatabase,
  wrapDb = (db) => db,
  moreLive = [],
  files = memoryFiles(),
  push = null,
  signerKey = TEST_SIGNER_KEY,
  logged,
}: {
  settings?: Partial<Settings>
  limits?: Partial<Limits>
  clock?: TestClock
  /** For a database that is not of this app alone. */
  openDb?: () => Promise<Db>
  /** Puts something between the server and its database, such as a failure. */
  wrapDb?: (db: Db) => Db
  /** Topics of live streams that no feature has. */
  moreLive?: readonly LiveSource[]
  /** Where images are kept. */
  files?: Files
  /** Sends to closed browsers. */
  push?: Push | null
  /** Signs withdrawals. */
  signerKey?: `0x${string}`
  /** Is handed every line of the server's log. */
  logged?: ((line: Record<string, unknown>) => void) | undefined
} = {}): Promise<TestApp> {
  const db = await openDb()
  // Nobody sees old figures, unless a test is about just that.
  const allLimits = {
    ...unhurriedLimits,
    publicCacheMs: 0,
    readinessMaxAgeMs: 0,
    reservesMaxAgeMs: 0,
    balanceMaxAgeMs: 0,
    ...limits,
  }
  const parts = {
    db: wrapDb(db),
    chain: chainFor(clock, signerKey),
    clock,
    limits: allLimits,
    settings: { ...testSettings, ...settings },
    live: createLive({ clock, limits: allLimits }),
    images: { ...createImageEncoder(allLimits.images), files },
    push,
  }
  const ctx: TestApp['ctx'] = { ...parts, signer: null }
  ctx.signer = inProcessSigner(ctx, signerKey)
  let changed: string[] = []
  ctx.live.onChange((topic) => kindOf(topic) !== 'leaderboard' && changed.push(topic))
  const app = await buildApp(ctx, { moreLive, ...(logged ? { logger: loggerTo(logged) } : {}) })
  return {
    app,
    ctx,
    changedTopics() {
      const topics = changed
      changed = []
      return topics
    },
    async close() {
      const ledger = await auditLedger(db)
      const ranks = await auditRanks(db)
      await app.close()
      await ctx.images.close()
      await db.close()
      const [broken] = [...ledger.broken, ...ranks.broken]
      if (broken) throw new Error(`the ledger is broken: ${JSON.stringify(broken)}`)
    },
  }
}
