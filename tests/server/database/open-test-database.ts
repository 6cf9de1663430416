import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db, Queryable, SqlValue } from '../../../server/src/platform/db/db.ts'
import { statements } from '../../../server/src/platform/db/sql.ts'
import { compileCache } from '../compile-cache.ts'
import type {} from './database-setup.ts'
import { recordLocks } from './lock-recorder.ts'
import { openRecycled } from './recycled-database.ts'
import { unexpectedNulls } from './statement-check.ts'
import { cloneTemplate } from './template.ts'

/** Opens a migrated, empty database. Closing it throws if rows didn't match a statement's declared type. */
export async function openTestDatabase(): Promise<Db> {
  const db = await openRecycled(() => newPostgresDatabase())
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

/** Opens the database of `db`, which the caller has closed, with connections as another server would have. */
export async function openAgain(db: Db): Promise<Db> {
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  const url = new URL(inject('database').adminUrl)
  url.pathname = `/${encodeURIComponent(row?.name ?? '')}`
  return openPg({ url: url.href, poolSize: 4 })
}

/** Returns the URL of a database for this suite. */
export const newPostgresDatabase = (options?: { isMigrated: boolean }): Promise<string> =>
  cloneTemplate(inject('database'), options)

export interface SharedTestDatabase {
  db: Db
  reopen(): Promise<Db>
  run(program: string, ...args: string[]): { status: number | null; stdout: string; stderr: string }
  /** Returns `run` with additional settings for the program. */
  runWith(settings: Record<string, string>): SharedTestDatabase['run']
  remove(): Promise<void>
}

/** Opens a database that another process can open while it is closed here. */
export async function openSharedTestDatabase(): Promise<SharedTestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'aura-database-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const url = await newPostgresDatabase()
  const runWith: SharedTestDatabase['runWith'] =
    (settings) =>
    (program, ...args) =>
      // Another working directory, so that no developer's `.env` is loaded.
      spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        env: { ...compileCache(), DATABASE_URL: url, ...settings },
        encoding: 'utf8',
        timeout: 60_000,
      })
  const reopen = () => openPg({ url, poolSize: 2 })
  return { db: await reopen(), reopen, run: runWith({}), runWith, remove }
}
