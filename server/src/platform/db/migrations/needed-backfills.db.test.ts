import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { writeMigrations } from '../../../../../tests/server/database/write-migrations.ts'
import type { Db } from '../db.ts'
import { migrate, migrationState } from './migrate.ts'
import { neededBackfills } from './needed-backfills.ts'

let path: string
let folder: URL
let db: Db
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  folder = pathToFileURL(`${path}/`)
  db = await openTestDatabase()
  await db.script(`drop table aura_migrations; create table things (id int); insert into things values (1)`)
  await writeMigrations(folder, { '0000_switch': '-- Needs backfill: things.size\nalter table things add size int;' })
})
afterEach(async () => {
  await Promise.all([db.close(), rm(path, { recursive: true })])
})

const refused = () =>
  expect(migrate(db, { folder })).rejects.toThrow('Migration 0000_switch needs the backfill things.size, which is not')

it('is refused until the backfill it needs is complete, and changes nothing before', async () => {
  await refused()
  await db.query(`insert into backfills (name, due_at) values ('things.size', '-infinity'), ('things.x', '-infinity')`)
  await db.query(`update backfills set completed_at = '-infinity' where name = 'things.x'`)
  await refused()
  await db.query(`update backfills set completed_at = '-infinity'`)
  await migrate(db, { folder })
  expect(await db.query('select size from things')).toEqual([{ size: null }])
})

it('needs nothing where there is nothing to fill', async () => {
  await db.query('delete from things')
  await migrate(db, { folder })
  expect(await db.query('select size from things')).toEqual([])
})

describe('a database that is still to be migrated', () => {
  const NEEDS = '-- Needs backfill: things.size\nselect 1;'
  const state = () => migrationState(db, folder)

  it('lacks what its next migration needs until that is complete', async () => {
    const unfilled = { tag: '0000_switch', backfill: 'things.size' }
    expect((await state()).unfilled).toEqual([{ ...unfilled, isNext: true }])
    await db.query(`insert into backfills (name, due_at) values ('things.size', '-infinity')`)
    expect((await state()).unfilled).toEqual([{ ...unfilled, isNext: true }])
    await db.query(`update backfills set completed_at = '-infinity'`)
    expect((await state()).unfilled).toEqual([])
    expect(await db.query(`select to_regclass('aura_migrations') as made`)).toEqual([{ made: null }])
  })

  it('may lack what a later one needs, where there are rows to fill', async () => {
    const later = { '0000_first': 'select 1;', '0001_switch': NEEDS, '0002_of-no-table': NEEDS.replace('things', 'no') }
    await writeMigrations(folder, later)
    const unfilled = [{ tag: '0001_switch', backfill: 'things.size', isNext: false }]
    expect((await state()).unfilled).toEqual(unfilled)
    await db.script('drop table backfills')
    expect((await state()).unfilled).toEqual(unfilled)
    await db.script('delete from things')
    expect((await state()).unfilled).toEqual([])
  })

  it('gets breaking migrations, if an earlier version used it', async () => {
    await writeMigrations(folder, { '0000_first': 'select 1;' })
    await migrate(db, { folder })
    const all = { '0000_first': 'select 1;', '0001_other': '-- Breaking: why\nselect 1;', '0002_last': 'select 1;' }
    await writeMigrations(folder, all)
    expect(await state()).toMatchObject({
      last: '0002_last',
      pending: ['0001_other', '0002_last'],
      breaking: ['0001_other'],
    })
    await db.script('drop table aura_migrations')
    expect(await state()).toMatchObject({ pending: Object.keys(all), breaking: [] })
  })
})

it('says so in lines of its own', () => {
  expect(neededBackfills('-- Needs backfill: a.b\n-- Needs backfill: c.d-e\nselect 1;')).toEqual(['a.b', 'c.d-e'])
  expect(neededBackfills('select 1; -- Needs backfill: a.b')).toEqual([])
})
