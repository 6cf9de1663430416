import { randomBytes } from 'node:crypto'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { createDatabase, testDatabaseServer } from '../../../tools/postgres/databases.ts'

/** A migrated, empty database to clone, and the server that holds it. */
export interface Template {
  adminUrl: string
  name: string
  /** Drops the template and its clones. */
  stop(): Promise<void>
}

export async function startTemplate(): Promise<Template> {
  const { adminUrl, prefix, stop } = await testDatabaseServer()
  const name = `${prefix}template`
  try {
    const db = await openPg({ url: await createDatabase(adminUrl, name) })
    await migrate(db).finally(() => db.close())
  } catch (error) {
    await stop()
    throw error
  }
  return { adminUrl, name, stop }
}

/** Returns the URL of a new database. Without `isMigrated` it has no tables. */
export function cloneTemplate(
  { adminUrl, name }: Omit<Template, 'stop'>,
  { isMigrated = true }: { isMigrated?: boolean } = {},
): Promise<string> {
  return createDatabase(adminUrl, `${name}_${randomBytes(6).toString('hex')}`, isMigrated ? name : undefined)
}
