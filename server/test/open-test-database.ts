import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase } from '../../dev/src/databases.ts'
import type { Db } from '../src/platform/db/db.ts'
import { openPg } from '../src/platform/db/open-pg.ts'
import { openPglite } from '../src/platform/db/open-pglite.ts'
import type {} from './database-setup.ts'

/** A migrated, empty database of this suite's own, on whichever kind the run is for. */
export async function openTestDatabase(): Promise<Db> {
  const source = inject('database')
  if (source.kind === 'pglite') return openPglite({ dataDir: null, snapshot: await readFile(source.dumpFile) })
  return openPg({ url: await newPostgresDatabase(), poolSize: 8 })
}

/** The address of a PostgreSQL database of this suite's own: migrated, or with nothing in it. PostgreSQL runs only. */
export async function newPostgresDatabase({ isMigrated = true }: { isMigrated?: boolean } = {}): Promise<string> {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('this run has no PostgreSQL')
  const name = `${source.template}_${randomBytes(6).toString('hex')}`
  return createDatabase(source.adminUrl, name, isMigrated ? source.template : undefined)
}

/** A migrated database that another process can open too, while it is closed here, and the settings that name it. */
export async function openSharedTestDatabase(): Promise<{
  db: Db
  env: Record<string, string>
  reopen(): Promise<Db>
  remove(): Promise<void>
}> {
  const source = inject('database')
  if (source.kind === 'postgres') {
    const url = await newPostgresDatabase()
    const reopen = () => openPg({ url, poolSize: 2 })
    return { db: await reopen(), env: { DATABASE_URL: url }, reopen, remove: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'aura-database-'))
  const dataDir = join(folder, 'database')
  return {
    db: await openPglite({ dataDir, snapshot: await readFile(source.dumpFile) }),
    env: { DATABASE_URL: '', DATA_DIR: folder },
    reopen: () => openPglite({ dataDir }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
