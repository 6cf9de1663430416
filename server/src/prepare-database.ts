import { BadSetting, type ServerConfig } from './env.ts'
import { hasDemoUsers } from './features/profile/public.ts'
import { bindDatabase } from './platform/binding/bind-database.ts'
import type { Db } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'

/**
 * Brings the database to the newest schema and makes sure that it belongs to these settings. Every program that opens the
 * product's database calls it first. Throws BadSetting, DatabaseBoundElsewhere or DatabaseTooNew where it must not be used.
 */
export async function prepareDatabase(db: Db, config: ServerConfig, onApply?: (tag: string) => void): Promise<void> {
  await migrate(db, onApply ? { onApply } : {})
  const { chain, settings } = config
  if (chain.kind !== 'local' && (await hasDemoUsers(db))) {
    throw new BadSetting(`DATABASE_URL: this database holds the demo's creators, who do not belong on ${chain.kind}`)
  }
  await bindDatabase(db, { chain, hashKey: settings.hashKey })
}
