import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPglite } from '../../../server/src/platform/db/connection/open-pglite.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'

/** A migrated, empty database, so that servers start faster: as a file for one in memory, and as a folder to copy. */
export const snapshotFile = join(import.meta.dirname, '../../../.artifacts/journeys-database.tar')
export const snapshotFolder = join(import.meta.dirname, '../../../.artifacts/journeys-database')

/** Once before all journeys. */
export default async function makeSnapshot(): Promise<void> {
  await rm(snapshotFolder, { recursive: true, force: true })
  const db = await openPglite({ dataDir: snapshotFolder })
  await migrate(db)
  await writeFile(snapshotFile, await db.dump())
  await db.close()
}
