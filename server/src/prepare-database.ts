import type { ServerConfig } from './env/config.ts'
import { BadSetting } from './env/env.ts'
import { features } from './features.ts'
import { bindDatabase } from './platform/binding/bind-database.ts'
import { openDatabase } from './platform/db/connection/open-database.ts'
import { REQUEST_TIMEOUTS } from './platform/db/connection/open-pg.ts'
import { assertListens } from './platform/db/connection/pg-route.ts'
import { type Db, dryRun, type Queryable, sqlState, type Tx } from './platform/db/db.ts'
import { migrate } from './platform/db/migrations/migrate.ts'
import { UnusableSettings } from './platform/operator-error.ts'

interface Preparing {
  onApply?: (tag: string) => void
  onBlocked?: (tag: string) => void
  /** The database is bound to the settings only once this resolves. */
  isAllowed?: Promise<unknown>
}

/**
 * Migrates the database and checks that it belongs to these settings. Every program calls it first. Throws BadSetting,
 * DatabaseBoundElsewhere, UnusableSettings, DatabaseTooNew, DatabaseTooOld or MigrationBlocked, and the error of
 * `isAllowed`.
 */
export async function prepareDatabase(
  db: Db,
  config: ServerConfig,
  { onApply, onBlocked, isAllowed }: Preparing = {},
): Promise<void> {
  await migrate(db, { ...(onApply && { onApply }), ...(onBlocked && { onBlocked }) })
  await refuseForeignData(db, config)
  await isAllowed
  await bindDatabase(db, boundTo(config))
  await db.tx((tx) => bindFeatures(tx, config))
}

/** SQLSTATEs of an undefined table, column, function or object. */
const NOT_THERE: ReadonlySet<string | undefined> = new Set(['42P01', '42703', '42883', '42704'])

/**
 * Throws the errors that `prepareDatabase` would throw for a database after migrating it; without `isMigrated`, as far
 * as the existing tables show. Changes nothing.
 */
export async function assertBelongs(db: Db, config: ServerConfig, { isMigrated = true } = {}): Promise<void> {
  const checks = [
    (tx: Tx) => refuseForeignData(tx, config),
    (tx: Tx) => bindDatabase({ tx: (work) => work(tx) }, boundTo(config)),
    (tx: Tx) => bindFeatures(tx, config),
  ]
  for (const check of checks) {
    await dryRun(db, check).catch((error: unknown) => {
      if (isMigrated || !NOT_THERE.has(sqlState(error))) throw error
    })
  }
}

async function refuseForeignData(db: Queryable, config: ServerConfig): Promise<void> {
  for (const { databaseFault } of features) {
    const fault = await databaseFault?.(db, config)
    if (fault) throw new BadSetting(`DATABASE_URL: ${fault}`)
  }
}

async function bindFeatures(tx: Tx, config: ServerConfig): Promise<void> {
  for (const { bindDatabase: bindFeature } of features) {
    const fault = await bindFeature?.(tx, config)
    if (fault) throw new UnusableSettings(fault)
  }
}

const boundTo = ({ chain, settings }: ServerConfig) => ({
  chain,
  contracts: features.flatMap(({ contract = [] }) => contract),
  ...settings,
})

/**
 * Opens a prepared database. Migrations may take any time; everything after them is bounded by `REQUEST_TIMEOUTS`.
 * Throws the errors of `prepareDatabase`, or DatabaseUnusable.
 */
export async function openPrepared(config: ServerConfig, preparing: Preparing = {}): Promise<Db> {
  const unbounded = await openDatabase(config)
  try {
    await prepareDatabase(unbounded, config, preparing)
  } catch (error) {
    await unbounded.close()
    throw error
  }
  await unbounded.close()
  return openDatabase(config, REQUEST_TIMEOUTS)
}

/** Opens a database for requests. Throws DatabaseUnusable, before any migration, if LISTEN would receive nothing. */
export async function openForRequests(config: ServerConfig, preparing: Preparing): Promise<Db> {
  await assertListens(config)
  return openPrepared(config, preparing)
}
