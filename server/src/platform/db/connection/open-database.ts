import type { Db } from '../db.ts'
import { type DatabaseTimeouts, openPg, REQUEST_TIMEOUTS } from './open-pg.ts'

interface DatabaseSettings {
  databaseUrl: string
  databaseDirectUrl?: string | null
  databasePoolSize: number
}

/** Opens PostgreSQL. Without timeouts it connects past any pooler, whose connections are for short work. */
export function openDatabase(
  { databaseUrl, databaseDirectUrl, databasePoolSize }: DatabaseSettings,
  timeouts?: DatabaseTimeouts,
): Promise<Db> {
  return timeouts
    ? openPg({ url: databaseUrl, directUrl: databaseDirectUrl, poolSize: databasePoolSize, timeouts })
    : openPg({ url: databaseDirectUrl ?? databaseUrl, poolSize: databasePoolSize })
}

/** Opens a separate pool for jobs and workers, so that requests can't starve them. */
export const openBackgroundDatabase = (
  settings: Omit<DatabaseSettings, 'databasePoolSize'>,
  connections: number,
): Promise<Db> => openDatabase({ ...settings, databasePoolSize: connections }, REQUEST_TIMEOUTS)
