import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

const MIGRATIONS = new URL('../../../server/migrations/', import.meta.url)

export interface OldDatabase {
  db: Db
  /** As a version whose last migration that is. */
  migrateTo(last: string): Promise<void>
  /** Leaves the database open. */
  removeFolder(): Promise<void>
}

/** A database without tables, to be migrated as by earlier versions. */
export async function openOldDatabase(): Promise<OldDatabase> {
  const path = await mkdtemp(join(tmpdir(), 'aura-upgrade-'))
  await cp(MIGRATIONS, path, { recursive: true })
  const { entries } = JSON.parse(await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8')) as {
    entries: { tag: string }[]
  }
  const db = await openTestDatabase()
  await db.script('drop schema public cascade; create schema public')
  return {
    db,
    async migrateTo(last) {
      const upTo = entries.findIndex(({ tag }) => tag === last) + 1
      if (upTo === 0) throw new Error(`no migration ${last}`)
      await writeFile(join(path, 'meta/_journal.json'), JSON.stringify({ entries: entries.slice(0, upTo) }))
      await migrate(db, { folder: pathToFileURL(`${path}/`) })
    },
    removeFolder: () => rm(path, { recursive: true }),
  }
}
