import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { openPglite } from '../../server/src/platform/db/open-pglite.ts'

/** An empty database with all migrations done, to start servers from: that spares each of them the work. */
export const snapshotFile = join(import.meta.dirname, '../../.artifacts/e2e-database.tar')

/** Makes it anew, once before all journeys. */
export default async function makeSnapshot(): Promise<void> {
  const db = await openPglite({ dataDir: null })
  await migrate(db)
  await mkdir(join(snapshotFile, '..'), { recursive: true })
  await writeFile(snapshotFile, await db.dump())
  await db.close()
}
