import { join } from 'node:path'
import type { Db } from '../db.ts'
import { type DatabaseTimeouts, openPg, REQUEST_TIMEOUTS } from './open-pg.ts'
import { openPglite } from './open-pglite.ts'

interface DatabaseSettings {
  databaseUrl: string | null
  databasePoolSize: number
  dataDir: string
}

/** Timeouts don't apply to the embedded database, where nobody else can hold a lock. */
export function openDatabase(
  { databaseUrl, databasePoolSize, dataDir }: DatabaseSettings,
  timeouts?: DatabaseTimeouts,
): Promise<Db> {
  return databaseUrl === null
    ? openPglite({ dataDir: join(dataDir, 'database') })
    : openPg({ url: databaseUrl, poolSize: databasePoolSize, timeouts })
}

/** Own pool for jobs and workers, so requests can't starve them. The embedded database has one connection. */
export async function openBackgroundDatabase(
  { databaseUrl }: Pick<DatabaseSettings, 'databaseUrl'>,
  db: Db,
  connections: number,
): Promise<Pick<Db, 'close'> & { db: Db }> {
  if (databaseUrl === null) return { db, close: async () => {} }
  const own = await openPg({ url: databaseUrl, poolSize: connections, timeouts: REQUEST_TIMEOUTS })
  return { db: own, close: () => own.close() }
}
