import { join } from 'node:path'
import type { Db } from './db.ts'
import { openPg } from './open-pg.ts'
import { openPglite } from './open-pglite.ts'

/** Opens the database the settings name: a PostgreSQL server, or the embedded one in the data folder. */
export function openDatabase({
  databaseUrl,
  databasePoolSize,
  dataDir,
}: {
  databaseUrl: string | null
  databasePoolSize: number
  dataDir: string
}): Promise<Db> {
  return databaseUrl === null
    ? openPglite({ dataDir: join(dataDir, 'database') })
    : openPg({ url: databaseUrl, poolSize: databasePoolSize })
}
