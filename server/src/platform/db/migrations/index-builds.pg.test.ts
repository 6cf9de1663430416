import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holding } from '../../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { writeMigrations } from '../../../../../tests/server/database/write-migrations.ts'
import { openPg } from '../connection/open-pg.ts'
import type { Db } from '../db.ts'
import { ADVISORY_LOCKS } from '../lock-order.ts'
import { migrate } from './migrate.ts'

const BRIEF = { waitMs: 50, buildWaitMs: 50, pauseMs: 10, tries: 3 }
const PATIENT = { ...BRIEF, tries: 10_000 }
const START = { '0000_things': `create table things (id int, size int);\ninsert into things values (1, 1), (2, 1);` }
const BUILDS = `create index concurrently things_by_id on things (id);
create index concurrently "things_by_size" on "things" using btree ("size");`
const ALL = { ...START, '0001_builds': BUILDS, '0002_rest': 'alter table things add column name text;' }

let path: string
let folder: URL
let db: Db
let other: Db
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  folder = pathToFileURL(`${path}/`)
  const url = await newPostgresDatabase({ isMigrated: false })
  ;[db, other] = await Promise.all([openPg({ url, poolSize: 1 }), openPg({ url, poolSize: 4 })])
})
afterEach(async () => {
  await Promise.all([db.close(), other.close(), rm(path, { recursive: true })])
})

const indexes = () =>
  other.query(
    `select i.indexrelid::regclass::text as name, i.indisvalid as "isValid" from pg_index i
     where i.indrelid = 'things'::regclass order by 1`,
  )
const applied = async () =>
  (await other.query<{ tag: string }>('select tag from aura_migrations order by position')).map(({ tag }) => tag)
const bothIndexes = [
  { name: 'things_by_id', isValid: true },
  { name: 'things_by_size', isValid: true },
]

it('creates indexes while others write to the table, and records the migration afterwards', async () => {
  await writeMigrations(folder, START)
  await migrate(db, { folder })
  await writeMigrations(folder, ALL)
  const open = await holding(other, (tx) => tx.query('insert into things values (3, 3)'))
  let blocked = 0
  const migrated = migrate(db, {
    folder,
    locks: PATIENT,
    onBlocked() {
      blocked++
      // A plain build would queue this writer behind itself.
      if (blocked === 1) void other.query('insert into things values (4, 4)').then(open)
    },
  })
  await migrated
  expect(blocked).toBeGreaterThan(0)
  expect([await indexes(), await applied()]).toEqual([bothIndexes, Object.keys(ALL)])
  expect(await other.query('select id from things')).toHaveLength(4)
})

it('gives up after some tries and records nothing; the next start replaces what is left', async () => {
  await writeMigrations(folder, START)
  await migrate(db, { folder })
  await writeMigrations(folder, ALL)
  const open = await holding(other, (tx) => tx.query('insert into things values (3, 3)'))
  await expect(migrate(db, { folder, locks: BRIEF })).rejects.toThrow('(at 0001_builds). Nothing was changed.')
  await open()
  expect(await applied()).toEqual(['0000_things'])
  await migrate(db, { folder, locks: PATIENT })
  expect([await indexes(), await applied()]).toEqual([bothIndexes, Object.keys(ALL)])
})

it('goes on after a crash between a build and its record', async () => {
  await writeMigrations(folder, START)
  await migrate(db, { folder })
  await writeMigrations(folder, ALL)
  let built = 0
  const dying: Db = {
    ...db,
    alone: async (text, lockMs) => {
      if (built < 2) await db.alone?.(text, lockMs)
      if (++built >= 2) throw new Error('killed')
    },
  }
  await expect(migrate(dying, { folder })).rejects.toThrow('killed')
  expect(await applied()).toEqual(['0000_things'])
  expect(await indexes()).toEqual(bothIndexes)
  const oids = `select 'things_by_id'::regclass::oid::int as id, 'things_by_size'::regclass::oid::int as size`
  const before = await other.query(oids)
  await migrate(db, { folder })
  expect([await indexes(), await applied()]).toEqual([bothIndexes, Object.keys(ALL)])
  expect(await other.query(oids)).toEqual(before)
})

/** As a failed build leaves it. */
async function leaveInvalid() {
  await writeMigrations(folder, { ...START, '0001_builds': BUILDS.replace('index', 'unique index') })
  await migrate(db, { folder, locks: BRIEF })
  await other.script(`update pg_index set indisvalid = false where indexrelid = 'things_by_id'::regclass`)
  await other.query('delete from aura_migrations where position = 1')
}

it('waits for the lock of a session that builds nothing: an autovacuum gives way only to those who wait', async () => {
  await leaveInvalid()
  const release = await holding(other, (tx) => tx.query('lock table things in share update exclusive mode'))
  const waiting = `select from pg_locks where relation = 'things'::regclass and not granted`
  let isOver = false
  const migrated = migrate(db, { folder, locks: { ...BRIEF, buildWaitMs: 60_000, tries: 1 } }).finally(() => {
    isOver = true
  })
  migrated.catch(() => {})
  while (!isOver && (await other.query(waiting)).length === 0);
  await release()
  await migrated
  expect([await indexes(), await applied()]).toEqual([bothIndexes, ['0000_things', '0001_builds']])
})

it('leaves alone what another session still builds, and takes it once it is valid', async () => {
  await writeMigrations(folder, START)
  await migrate(db, { folder })
  const open = await holding(other, (tx) => tx.query('insert into things values (3, 3)'))
  const built = other.alone?.('create index concurrently things_by_id on things (id)', 60_000)
  const building = `select index_relid::int as id from pg_stat_progress_create_index where phase like 'waiting%'`
  let running: { id: number }[] = []
  while (running.length === 0) running = await other.query<{ id: number }>(building)
  await writeMigrations(folder, { ...START, '0001_builds': BUILDS })
  let blocked = 0
  await migrate(db, {
    folder,
    // A wait for the build would end in dropping what it made.
    locks: { ...PATIENT, buildWaitMs: 60_000 },
    onBlocked() {
      blocked++
      if (blocked === 2) void open()
    },
  })
  await built
  expect(blocked).toBeGreaterThanOrEqual(2)
  expect([await indexes(), await applied()]).toEqual([bothIndexes, ['0000_things', '0001_builds']])
  expect(await other.query(`select 'things_by_id'::regclass::oid::int as id`)).toEqual(running)
})

it('fails when the rows contradict a unique index, and leaves none that would refuse writes', async () => {
  await writeMigrations(folder, { ...START, '0001_unique': 'create unique index concurrently one on things (size);' })
  await expect(migrate(db, { folder })).rejects.toMatchObject({ code: '23505' })
  expect([await indexes(), await applied()]).toEqual([[], ['0000_things']])
  await other.query('delete from things where id = 2')
  await migrate(db, { folder })
  expect(await indexes()).toEqual([{ name: 'one', isValid: true }])
})

it('lets a server of an older version, which waits for the lock in a statement, pass in between', async () => {
  await writeMigrations(folder, START)
  await migrate(db, { folder })
  await writeMigrations(folder, ALL)
  let older: Promise<unknown> = Promise.resolve()
  const begun: Db = {
    ...db,
    alone: async (text, lockMs) => {
      if (/^create/.test(text) && older === first) {
        older = other.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations])
        const isWaiting = `select from pg_locks where locktype = 'advisory' and not granted`
        while ((await other.query(isWaiting)).length === 0);
      }
      return db.alone?.(text, lockMs)
    },
  }
  const first = older
  let blocked = 0
  await migrate(begun, { folder, locks: PATIENT, onBlocked: () => blocked++ })
  await older
  expect(blocked).toBeGreaterThan(0)
  expect([await indexes(), await applied()]).toEqual([bothIndexes, Object.keys(ALL)])
})

it('is done once by several servers that start together', async () => {
  await writeMigrations(folder, ALL)
  const tags: string[] = []
  const start = () => migrate(other, { folder, onApply: (tag) => tags.push(tag) })
  await Promise.all([start(), start(), migrate(db, { folder, onApply: (tag) => tags.push(tag) })])
  expect(tags).toEqual(Object.keys(ALL))
  expect([await indexes(), await applied()]).toEqual([bothIndexes, Object.keys(ALL)])
})
