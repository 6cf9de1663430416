import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
  const name = `${source.template}_${randomBytes(6).toString('hex')}`
  return openPg({ url: await createDatabase(source.adminUrl, name, source.template), poolSize: 8 })
}
