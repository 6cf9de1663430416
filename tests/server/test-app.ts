import type { FastifyInstance } from 'fastify'
import { privateKeyToAddress } from 'viem/accounts'
import { buildApp } from '../../server/src/app.ts'
import { auditRanks } from '../../server/src/features/leaderboard/index.ts'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import type { Push } from '../../server/src/features/push/index.ts'
import { auditRatings } from '../../server/src/features/rating/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import type { Db, SqlValue, Tx } from '../../server/src/platform/db/db.ts'
import type { Files } from '../../server/src/platform/files/files.ts'
import { createImageEncoder } from '../../server/src/platform/images/image-encoder.ts'
import type { Limits } from '../../server/src/platform/limits.ts'
import { createLive } from '../../server/src/platform/live/live.ts'
import type { LiveNats } from '../../server/src/platform/live/nats/live-nats.ts'
import { kindOf, type LiveSource } from '../../server/src/platform/live/source.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import type { Tracing } from '../../server/src/platform/tracing/tracing.ts'
import { FakeChain } from './chain/fake-chain.ts'
import { inProcessSigner, TEST_SIGNER_KEY } from './chain/in-process-signer.ts'
import { openTestDatabase } from './database/open-test-database.ts'
import { TestClock } from './fakes.ts'
import { memoryFiles } from './memory-files.ts'
import { testSettings, unhurriedLimits } from './test-settings.ts'

function chainFor(clock: TestClock, signerKey: `0x${string}`): FakeChain {
  const chain = new FakeChain(clock)
  chain.signer = privateKeyToAddress(signerKey)
  return chain
}

export const ORIGIN = testSettings.origin

/** Joining moves the same points in every test. */
const MOVED_MORE = `
  select exists (select from ledger_transfers where kind <> 'wallet_bonus') or exists (select from ledger_holds) as "isSo"`
let isJoiningAudited = false

/**
 * Throws if the ledger, the ranks or the ratings don't add up. Tests in which people only joined all have the same data, so the
 * first one in a process is audited.
 */
async function auditAll(db: Db): Promise<void> {
  const [moved] = await db.query<{ isSo: boolean }>(MOVED_MORE)
  if (isJoiningAudited && !moved?.isSo) return
  isJoiningAudited = true
  const broken = await db.tx(async (tx) => {
    const snapshot = onOneSnapshot(db, tx)
    const audits = [await auditLedger(snapshot), await auditRanks(snapshot), await auditRatings(snapshot)]
    return audits.flatMap(({ broken }) => broken)
  })
  if (broken[0]) throw new Error(`the ledger is broken: ${JSON.stringify(broken[0])}`)
}

/** Nobody writes any more: without the thirty snapshots of the audits, each in four messages, they take half the time. */
function onOneSnapshot(db: Db, tx: Tx): Db {
  const isSet = new Set<string>()
  const snapshot: Tx = {
    ...tx,
    async query<Row>(text: string, values?: readonly SqlValue[]) {
      if (!/^(?:set transaction|select set_config)\b/.test(text)) return tx.query<Row>(text, values)
      const isFirst = !isSet.has(text)
      isSet.add(text)
      return isFirst ? tx.query<Row>(text, values) : []
    },
  }
  return { ...db, tx: (work) => work(snapshot) }
}

export interface TestApp {
  app: FastifyInstance
  ctx: Context & { chain: FakeChain; clock: TestClock }
  /** Returns the topics changed since the last call, without the leaderboard's, which are throttled. */
  changedTopics(): string[]
  /** Closes the app. Throws if the ledger or the ranks don't add up, in every suite. */
  close(): Promise<void>
}

const loggerTo = (hear: (line: Record<string, unknown>) => void) => ({
  level: 'info',
  stream: { write: (text: string) => hear(JSON.parse(text)) },
})

/** Starts the whole server in this process, with an empty database and a clock and chain that the test controls. */
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
  tracing = null,
  nats = null,
}: {
  settings?: Partial<Settings>
  limits?: Partial<Limits>
  clock?: TestClock
  openDb?: () => Promise<Db>
  /** Wraps the database, for example to inject failures. */
  wrapDb?: (db: Db) => Db
  /** Live topics in addition to the features'. */
  moreLive?: readonly LiveSource[]
  files?: Files
  push?: Push | null
  signerKey?: `0x${string}`
  logged?: ((line: Record<string, unknown>) => void) | undefined
  tracing?: Tracing | null
  nats?: LiveNats | null
} = {}): Promise<TestApp> {
  const db = await openDb()
  // Results aren't cached unless a test is about caching.
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
  const app = await buildApp(ctx, { moreLive, tracing, nats, ...(logged ? { logger: loggerTo(logged) } : {}) })
  return {
    app,
    ctx,
    changedTopics() {
      const topics = changed
      changed = []
      return topics
    },
    async close() {
      await auditAll(db).finally(async () => {
        await app.close()
        await ctx.images.close()
        await db.close()
      })
    },
  }
}
