import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { holding } from '../../../../../tests/server/database/holding.ts'
import { newPostgresDatabase, openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { openPg } from '../connection/open-pg.ts'
import type { Db, Tx } from '../db.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const db = openForAll(openTestDatabase)

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** Writes files that `migrate` reads. `migrations` is SQL by tag. */
async function writeMigrations(folder: URL, migrations: Readonly<Record<string, string>>): Promise<void> {
  for (const [tag, text] of Object.entries(migrations)) await writeFile(new URL(`${tag}.sql`, folder), text)
}

async function applied(folder?: URL): Promise<string[]> {
  const tags: string[] = []
  await migrate(db, { onApply: (tag) => tags.push(tag), ...(folder && { folder }) })
  return tags
}

it('does nothing to a database that is up to date', async () => {
  const before = await databaseState(db)
  expect(before.aura_migrations?.length).toBeGreaterThanOrEqual(2)
  expect(await applied()).toEqual([])
  expect(await pendingMigrations(db)).toEqual([])
  expect(await databaseState(db)).toEqual(before)
})

it('compiles no plan of functions that switch a kind of plan off, which seem dear before PostgreSQL 18', async () => {
  const rows = await db.query<{ name: string; settings: string[] }>(
    `select proname as name, proconfig as settings from pg_proc
     where pronamespace = 'public'::regnamespace and array_to_string(proconfig, ' ') ~ '\\menable_' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toContain('move_balances')
  expect(rows.filter(({ settings }) => !settings.includes('jit=off'))).toEqual([])
})

it('rolls all of them back when one fails, and goes on where it was', async () => {
  const path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  await db.script('alter table aura_migrations rename to set_aside')
  ended.push(() => db.script('drop table aura_migrations, things; alter table set_aside rename to aura_migrations'))
  const first = {
    '0000_things': 'create table things (id int);\n-- A comment; not the end.\ninsert into things values (1);',
  }
  await writeMigrations(folder, first)
  expect(await applied(folder)).toEqual(['0000_things'])

  const more = { ...first, '0001_size': 'alter table things add size int;\ninsert into things values (2, 2);' }
  await writeMigrations(folder, { ...more, '0002_fails': 'insert into things values (3);\nselect 1 / 0;' })
  const before = await databaseState(db)
  await expect(applied(folder)).rejects.toMatchObject({ code: '22012' })
  expect(await databaseState(db)).toEqual(before)
  expect(await pendingMigrations(db, folder)).toEqual(['0001_size', '0002_fails'])

  await writeMigrations(folder, { ...more, '0002_fails': 'insert into things values (3);' })
  expect(await applied(folder)).toEqual(['0001_size', '0002_fails'])
  expect(await db.query('select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

it.each([
  [
    'a newer version has migrated [access.boot-newer-database]',
    `insert into aura_migrations values (9999, 'newer', '')`,
  ],
  ['is from before', `update aura_migrations set hash = 'of another text' where position = 0`],
  ['applied another text', `update aura_migrations set hash = 'of another text' where position = 1`],
])('leaves a database alone that %s', async (_, change) => {
  const migrations = await db.query<{ position: number; hash: string }>('select position, hash from aura_migrations')
  await db.script(change)
  ended.push(async () => {
    await db.query('delete from aura_migrations where position = 9999')
    for (const { position, hash } of migrations)
      await db.query('update aura_migrations set hash = $2 where position = $1', [position, hash])
  })
  const before = await databaseState(db)
  const reason = /newer version of Aura|earlier version of Aura|0001_functions was edited/
  await expect(applied()).rejects.toThrow(reason)
  await expect(pendingMigrations(db)).rejects.toThrow(reason)
  expect(await databaseState(db)).toEqual(before)
})

it('runs once when several servers start on an empty database together', async () => {
  const url = await newPostgresDatabase({ isMigrated: false })
  const servers = await Promise.all([1, 2, 3, 4].map(() => openPg({ url, poolSize: 2 })))
  const tags: string[] = []
  await Promise.all(servers.map((db) => migrate(db, { onApply: (tag) => tags.push(tag) })))
  const [first] = servers
  const state = first ? await databaseState(first, { except: ['ledger_accounts', 'rank_log'] }) : {}
  await Promise.all(servers.map((db) => db.close()))

  const files = await readdir(new URL('../../../../migrations/', import.meta.url))
  const expected = files.flatMap((name) => /^(.+)[.]sql$/.exec(name)?.[1] ?? []).sort()
  expect(tags).toEqual(expected)
  expect(state.aura_migrations?.map((row) => JSON.parse(row).tag).sort()).toEqual([...expected].sort())
  // All tables exist, and only the list of migrations has rows.
  const { aura_migrations: _, ...others } = state
  expect(Object.keys(others)).toContain('ledger_transfers')
  expect(Object.values(others).flat()).toEqual([])
})

const TAG = '0001_size'

/** Returns a database with one pending migration, which changes a table that others write to. */
async function beforeChange(): Promise<{ db: Db; holder: Db; folder: URL }> {
  const path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  const url = await newPostgresDatabase({ isMigrated: false })
  const [db, holder] = await Promise.all([openPg({ url, poolSize: 2 }), openPg({ url, poolSize: 2 })])
  ended.push(
    () => db.close(),
    () => holder.close(),
  )
  const first = { '0000_things': 'create table things (id int);' }
  await writeMigrations(folder, first)
  await migrate(db, { folder })
  await writeMigrations(folder, { ...first, [TAG]: 'alter table things add size int;' })
  return { db, holder, folder }
}

const lockAsWriter = (tx: Tx) => tx.query('lock table things in row exclusive mode')

const BRIEF = { waitMs: 50, pauseMs: 10, tries: 3 }

it('gives up its place in the queue for a table that is in use, and tries again', async () => {
  const { db, holder, folder } = await beforeChange()
  const release = await holding(holder, lockAsWriter)
  const [blocked, tags]: [string[], string[]] = [[], []]
  await migrate(db, {
    folder,
    locks: { ...BRIEF, tries: 100 },
    onApply: (tag) => tags.push(tag),
    onBlocked(tag) {
      blocked.push(tag)
      // Other writers get in between its attempts.
      if (blocked.length === 2) void holder.tx(lockAsWriter).then(release)
    },
  })
  expect(new Set([...tags, ...blocked])).toEqual(new Set([TAG]))
  expect(blocked.length).toBeGreaterThanOrEqual(2)
  expect(await holder.query('select tag from aura_migrations where tag = $1', [TAG])).toEqual([{ tag: TAG }])
})

it('says what to look for when a table stays in use, and changes nothing', async () => {
  const { db, holder, folder } = await beforeChange()
  const release = await holding(holder, lockAsWriter)
  const before = await databaseState(holder)
  let rounds = 0
  await expect(migrate(db, { folder, locks: BRIEF, onBlocked: () => rounds++ })).rejects.toThrow(
    `Migrating waited too long for a table that another session uses (at ${TAG}). Nothing was changed.`,
  )
  expect(rounds).toBe(2)
  expect(await databaseState(holder)).toEqual(before)
  await release()
})
