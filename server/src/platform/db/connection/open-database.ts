import { join } from 'node:path'
import type { Db } from '../db.ts'
import { refuseEarlierData } from './earlier-data.ts'
import { type DatabaseTimeouts, openPg, REQUEST_TIMEOUTS } from './open-pg.ts'
import { openPglite } from './open-pglite.ts'

interface DatabaseSettings {
  databaseUrl: string | null
  databaseDirectUrl?: string | null
  databasePoolSize: number
  dataDir: string
}

/**
 * Throws DatabaseTooOld if the data folder is of an earlier version. Timeouts don't apply to the embedded database, where
 * nobody else can hold a lock. Without them, as for migrations and backups, PostgreSQL is reached past any pooler, whose
 * connections are for short transactions.
 */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, databasePoolSize, dataDir }: DatabaseSettings,
  timeouts?: DatabaseTimeouts,
): Promise<Db> {
  if (databaseUrl === null) {
    refuseEarlierData(dataDir)
    return openPglite({ dataDir: join(dataDir, 'pglite') })
  }
  return timeouts
    ? openPg({ url: databaseUrl, directUrl: databaseDirectUrl, poolSize: databasePoolSize, timeouts })
    : openPg({ url: databaseDirectUrl ?? databaseUrl, poolSize: databasePoolSize })
}

/** Own pool for jobs and workers, so requests can't starve them. The embedded database has one connection. */
export async function openBackgroundDatabase(
  { databaseUrl, databaseDirectUrl }: Pick<DatabaseSettings, 'databaseUrl' | 'databaseDirectUrl'>,
  db: Db,
  connections: number,
): Promise<Pick<Db, 'close'> & { db: Db }> {
  if (databaseUrl === null) return { db, close: async () => {} }
  const own = await openPg({
    url: databaseUrl,
    directUrl: databaseDirectUrl,
    poolSize: connections,
    timeouts: REQUEST_TIMEOUTS,
  })
  return { db: own, close: () => own.close() }
}
