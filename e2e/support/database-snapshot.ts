import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPglite } from '../../server/src/platform/db/connection/open-pglite.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'

/** A migrated, empty database, so that servers start faster. */
export const snapshotFile = join(import.meta.dirname, '../../.artifacts/e2e-database.tar')

/** Once before all journeys. */
export default async function makeSnapshot(): Promise<void> {
  const db = await openPglite({ dataDir: null })
  await migrate(db)
  await mkdir(join(snapshotFile, '..'), { recursive: true })
  await writeFile(snapshotFile, await db.dump())
  await db.close()
}
