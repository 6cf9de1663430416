import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { openPglite } from '../../../server/src/platform/db/connection/open-pglite.ts'
import type { Db, Queryable, SqlValue } from '../../../server/src/platform/db/db.ts'
import { statements } from '../../../server/src/platform/db/sql.ts'
import { createDatabase } from '../../../tools/postgres/databases.ts'
import { compileCache } from '../compile-cache.ts'
import type {} from './database-setup.ts'
import { recordLocks } from './lock-recorder.ts'
import { openRecycled, openRecycledBeside } from './recycled-database.ts'
import { unexpectedNulls } from './statement-check.ts'

/** A migrated, empty database. Closing fails if rows didn't match a statement's declared type. */
export async function openTestDatabase(): Promise<Db> {
  const source = inject('database')
  const db =
    source.kind === 'pglite'
      ? await openRecycled(async () => openPglite({ dataDir: null, snapshot: await readFile(source.dumpFile) }))
      : await openRecycledBeside(async () => {
          const url = await newPostgresDatabase()
          return { db: await openPg({ url, poolSize: 8 }), emptying: await openPg({ url, poolSize: 1 }) }
        })
  const differences = new Set<string>()
  const checked = <Q extends Queryable>(queryable: Q): Q => ({
    ...queryable,
    async query<Row>(text: string, values?: readonly SqlValue[]) {
      const rows = await queryable.query<Row>(text, values)
      for (const name of unexpectedNulls(statements.get(text) ?? [], rows as object[]))
        differences.add(`${name} is null in rows of ${text.replace(/\s+/g, ' ').slice(0, 80)}`)
      return rows
    },
  })
  return recordLocks({
    ...checked(db),
    tx: (work) => db.tx((tx) => work(checked(tx))),
    async close() {
      await db.close()
      if (differences.size > 0) throw new Error([...differences].join('\n'))
    },
  })
}

/** Returns the URL of a PostgreSQL database for this suite. PostgreSQL runs only. */
export async function newPostgresDatabase({ isMigrated = true }: { isMigrated?: boolean } = {}): Promise<string> {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('this run has no PostgreSQL')
  const name = `${source.template}_${randomBytes(6).toString('hex')}`
  return createDatabase(source.adminUrl, name, isMigrated ? source.template : undefined)
}

export interface SharedTestDatabase {
  db: Db
  reopen(): Promise<Db>
  run(program: string, ...args: string[]): { status: number | null; stdout: string; stderr: string }
  /** The same with more settings. */
  runWith(settings: Record<string, string>): SharedTestDatabase['run']
  remove(): Promise<void>
}

/** Another process can open it while it is closed here. */
export async function openSharedTestDatabase(): Promise<SharedTestDatabase> {
  const source = inject('database')
  const folder = await mkdtemp(join(tmpdir(), 'aura-database-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const runOn =
    (own: Record<string, string>): SharedTestDatabase['runWith'] =>
    (settings) =>
    (program, ...args) =>
      // Another working directory, so that no developer's `.env` is loaded.
      spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        env: { ...compileCache(), ...own, ...settings },
        encoding: 'utf8',
        timeout: 60_000,
      })
  if (source.kind === 'postgres') {
    const url = await newPostgresDatabase()
    const reopen = () => openPg({ url, poolSize: 2 })
    const runWith = runOn({ DATABASE_URL: url })
    return { db: await reopen(), reopen, run: runWith({}), runWith, remove }
  }
  const dataDir = join(folder, 'pglite')
  const runWith = runOn({ DATABASE_URL: '', DATA_DIR: folder })
  return {
    db: await openPglite({ dataDir, snapshot: await readFile(source.dumpFile) }),
    reopen: () => openPglite({ dataDir }),
    run: runWith({}),
    runWith,
    remove,
  }
}
