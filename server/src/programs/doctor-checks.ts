import { existsSync, statSync } from 'node:fs'
import type { ServerConfig } from '../env/config.ts'
import { features } from '../features.ts'
import type { Chain } from '../platform/chain/chain.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/connection/open-database.ts'
import { REQUEST_TIMEOUTS } from '../platform/db/connection/open-pg.ts'
import type { Db } from '../platform/db/db.ts'
import { pendingMigrations } from '../platform/db/migrations/migrate.ts'
import { canWrite, wasMigrated } from '../platform/db/write-check-store.ts'
import { type Check, type Finding, ok, problem, reasonOf, warning } from '../platform/doctor/check.ts'
import { checkChainClock, checkDatabaseClock } from '../platform/doctor/check-clock.ts'
import { checkDatabase } from '../platform/doctor/check-database.ts'
import { checkDisk } from '../platform/doctor/check-disk.ts'
import { checkFiles, checkFolder } from '../platform/doctor/check-files.ts'
import { checkNats } from '../platform/doctor/check-nats.ts'
import { checkNodes } from '../platform/doctor/check-nodes.ts'
import { checkPooler } from '../platform/doctor/check-pooler.ts'
import { checkPublicAddress } from '../platform/doctor/check-public-address.ts'
import { checkSummaries } from '../platform/doctor/check-summaries.ts'
import { checkTraces } from '../platform/doctor/check-traces.ts'
import { imagesFolder } from '../platform/files/open-files.ts'
import { s3Files } from '../platform/files/s3-files.ts'
import { openNats } from '../platform/live/nats/nats-link.ts'
import { boundedFetch } from '../platform/outgoing/bounded-fetch.ts'
import { checkPartitions } from '../platform/partitions/partitions.ts'
import { assertBelongs } from '../prepare-database.ts'
import { BACKGROUND_CONNECTIONS, partitioned } from '../run-features.ts'

const BOUNDS = { timeoutMs: 8_000, maxBytes: 64 * 1024, maxAtOnce: 4 }
/** Connections of the server's own pools that LISTEN. */
const LISTENING = 1
const EXAMINING = 3
/** Topic that is followed to see whether live updates arrive. */
const PUBLIC_TOPIC = 'battles'

export interface Examined {
  config: ServerConfig
  chain: Chain
  clock: Clock
  /** The database, or why it can't be examined. */
  db: Db | Finding
}

/** Returns checks of everything a server needs, in the order in which it needs them. */
export function checksOf({ config, chain, clock, db }: Examined): Check[] {
  const { dataDir, store, settings, tracing, natsUrls } = config
  const { origin, metricsToken } = settings
  return [
    ...('status' in db ? [{ name: 'database', run: async () => [db] }] : checksOfDatabase(db, config, clock)),
    { name: 'nodes', run: () => checkNodes(chain, clock) },
    { name: 'clock', run: () => checkChainClock(chain, clock) },
    ...features.flatMap(
      ({ checks }) => checks?.({ config, chain, db: 'status' in db ? undefined : db }, features) ?? [],
    ),
    { name: 'disk', run: () => checkDisk(dataDir) },
    {
      name: 'images',
      run: () =>
        store ? checkFiles(s3Files(store), 'the bucket') : checkFolder(imagesFolder(dataDir), 'DATA_DIR/images'),
    },
    ...(natsUrls.length > 0
      ? [{ name: 'nats', run: (signal: AbortSignal) => checkNats(natsUrls, openNats, signal) }]
      : []),
    ...(tracing
      ? [{ name: 'traces', run: (signal: AbortSignal) => checkTraces(tracing.endpoint, boundedFetch(BOUNDS), signal) }]
      : []),
    {
      name: 'address',
      run: (signal) =>
        checkPublicAddress({ origin, metricsToken, topic: PUBLIC_TOPIC, ask: boundedFetch(BOUNDS), clock }, signal),
    },
  ]
}

function checksOfDatabase(db: Db, config: ServerConfig, clock: Clock): Check[] {
  const { databaseUrl, databaseDirectUrl, databasePoolSize } = config
  // A pooler decides how many more of PostgreSQL's connections there are.
  const connections = (databaseDirectUrl === null ? databasePoolSize + BACKGROUND_CONNECTIONS : 0) + LISTENING
  return [
    { name: 'database', run: () => checkDatabase(db, connections) },
    { name: 'indexes', run: () => checkSummaries(db) },
    { name: 'pooler', run: () => checkPooler(db, { databaseUrl, databaseDirectUrl }) },
    { name: 'clock', run: () => checkDatabaseClock(db, clock) },
    { name: 'migrations', run: () => checkPrepared(db, config) },
    {
      name: 'partitions',
      run: async () => ((await wasMigrated(db)) ? checkPartitions({ db, clock }, partitioned) : []),
    },
  ]
}

/** Checks whether other users of this machine can read the secrets of `.env`. */
export function checkSecrecy(path = '.env'): Finding[] {
  const isReadable = existsSync(path) && (statSync(path).mode & 0o077) !== 0
  return isReadable && process.platform !== 'win32'
    ? [warning(`Other users of this machine may read ${path}. Run chmod 600 ${path}.`)]
    : [ok('The settings are valid')]
}

/** Returns the database, or why it can't be examined. */
export async function openExamined(config: ServerConfig): Promise<Db | Finding> {
  try {
    return await openDatabase({ ...config, databasePoolSize: EXAMINING }, REQUEST_TIMEOUTS)
  } catch (error) {
    return problem(`${reasonOf(error)}. Check its address and password, and whether it runs.`)
  }
}

async function checkPrepared(db: Db, config: ServerConfig): Promise<Finding[]> {
  // Checked first, because the other checks write, too, and roll back.
  if ((await wasMigrated(db)) && !(await canWrite(db))) {
    return [problem('The database takes no writes: it is locked, read-only or out of disk. See its log for which.')]
  }
  const pending = await pendingMigrations(db)
  const isMigrated = pending.length === 0
  const foreign = await assertBelongs(db, config, { isMigrated }).then(
    () => [],
    (error: unknown) => [problem(reasonOf(error))],
  )
  if (foreign.length > 0 && isMigrated) return foreign
  if (isMigrated)
    return [ok('All migrations are applied'), ok('The database belongs to these settings and takes writes')]
  const number = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
  return [...foreign, ok(`${number} will be applied at the next start`)]
}
